import type { Command, CommandGroup } from './command.ts'
import { agreement } from './nouns/agreement.ts'
import { analytics } from './nouns/analytics.ts'
import { appearance } from './nouns/appearance.ts'
import { archive } from './nouns/archive.ts'
import { auditLog } from './nouns/audit-log.ts'
import { backup, restore, verifyBackup } from './nouns/backup.ts'
import { client } from './nouns/client.ts'
import { doctor } from './nouns/doctor.ts'
import { event } from './nouns/event.ts'
import { keys } from './nouns/keys.ts'
import { ledger } from './nouns/ledger.ts'
import { list } from './nouns/list.ts'
import { listen } from './nouns/listen.ts'
import { logs } from './nouns/logs.ts'
import { merchant } from './nouns/merchant.ts'
import { migrate } from './nouns/migrate.ts'
import { operator } from './nouns/operator.ts'
import { paymentLink } from './nouns/payment-link.ts'
import { paymentMethod } from './nouns/payment-method.ts'
import { person } from './nouns/person.ts'
import { providerAccount } from './nouns/provider-account.ts'
import { request } from './nouns/request.ts'
import { reversal } from './nouns/reversal.ts'
import { rules } from './nouns/rules.ts'
import { session } from './nouns/session.ts'
import { simulator } from './nouns/simulator.ts'
import { system } from './nouns/system.ts'
import { terminal } from './nouns/terminal.ts'
import { testClock } from './nouns/test-clock.ts'
import { transaction } from './nouns/transaction.ts'
import { trigger } from './nouns/trigger.ts'
import { walletKey } from './nouns/wallet-key.ts'
import { webhook } from './nouns/webhook.ts'

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
  event,
  request,
  listen,
  trigger,
  logs,
  ledger,
  agreement,
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
  doctor,
]
