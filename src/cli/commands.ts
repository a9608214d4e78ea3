import type { Command, CommandGroup } from './command.ts'
import { archive, backup, bins, migrate, restore, verifyBackup } from './nouns/database.ts'
import { doctor } from './nouns/doctor.ts'
import { keys, operator, person, reversal, system, walletKey } from './nouns/gateway.ts'
import { appearance, client, merchant, providerAccount, terminal, webhook } from './nouns/merchants.ts'
import { paymentLink } from './nouns/payment-link.ts'
import { analytics, auditLog, event, ledger, list, request, simulator, testClock } from './nouns/records.ts'
import { rules } from './nouns/rules.ts'
import { agreement, customer, dispute, erasure, paymentMethod, session } from './nouns/shoppers.ts'
import { listen, logs, trigger } from './nouns/streams.ts'
import { transaction } from './nouns/transaction.ts'

/** Everything `tollgate` can do, in the order in which its help explains it. */
export const COMMANDS: readonly (CommandGroup | Command)[] = [
  merchant,
  client,
  terminal,
  providerAccount,
  reversal,
  webhook,
  appearance,
  session,
  paymentLink,
  rules,
  transaction,
  list,
  paymentMethod,
  customer,
  erasure,
  event,
  request,
  listen,
  trigger,
  logs,
  ledger,
  agreement,
  dispute,
  analytics,
  simulator,
  testClock,
  walletKey,
  keys,
  auditLog,
  system,
  operator,
  person,
  migrate,
  backup,
  restore,
  verifyBackup,
  archive,
  bins,
  doctor,
]
