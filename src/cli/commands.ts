import type { Command, CommandGroup } from './command.ts'
import { config } from './nouns/config.ts'
import { DATABASE } from './nouns/database.ts'
import { GATEWAY } from './nouns/gateway.ts'
import { MERCHANTS } from './nouns/merchants.ts'
import { PAYMENTS } from './nouns/payments.ts'
import { RECORDS } from './nouns/records.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly (CommandGroup | Command)[] = [
  ...MERCHANTS,
  config,
  ...PAYMENTS,
  ...RECORDS,
  ...GATEWAY,
  ...DATABASE,
]
