import type { Command, Noun } from './command.ts'
import { auditLog } from './nouns/audit-log.ts'
import { doctor } from './nouns/doctor.ts'
import { event } from './nouns/event.ts'
import { keys } from './nouns/keys.ts'
import { ledger } from './nouns/ledger.ts'
import { merchant } from './nouns/merchant.ts'
import { migrate } from './nouns/migrate.ts'
import { operator } from './nouns/operator.ts'
import { providerAccount } from './nouns/provider-account.ts'
import { reversal } from './nouns/reversal.ts'
import { simulator } from './nouns/simulator.ts'
import { terminal } from './nouns/terminal.ts'
import { transaction } from './nouns/transaction.ts'
import { walletKey } from './nouns/wallet-key.ts'
import { webhook } from './nouns/webhook.ts'

/** Everything `tollgate` can do, in the order in which its help explains it. */
export const COMMANDS: readonly (Noun | Command)[] = [
  merchant,
  terminal,
  providerAccount,
  reversal,
  webhook,
  transaction,
  event,
  ledger,
  simulator,
  walletKey,
  keys,
  auditLog,
  operator,
  migrate,
  doctor,
]
