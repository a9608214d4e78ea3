import type { Evidence } from '../evidence.ts'
import { answersChanged, copiesDiffer, outcomesLost, refusalsCharged, unresolvedForClient } from './answers.ts'
import { definitionsBroken, forgedNoticesTaken } from './connectors.ts'
import { deliveriesDiffer, eventsMissing, eventsUndelivered, stillWaiting } from './events.ts'
import {
  amountsChanged,
  chargedTwice,
  chargedWithoutIntent,
  executedTwice,
  ledgerBroken,
  ledgersDisagree,
  leftWhileUnknown,
  sumsBroken,
} from './money.ts'
import { sessionsPaidTwice, sessionsUntrue } from './sessions.ts'
import { openTransactionHistory, type TransactionHistory } from './transaction-history.ts'

/** Every promise, with the check that finds what breaks it. */
export const INVARIANTS = {
  'nothing is charged twice': chargedTwice,
  'nothing is executed twice': executedTwice,
  'the providers charged what the gateway approved, and nothing else': ledgersDisagree,
  'the intent is recorded before the provider hears of it': chargedWithoutIntent,
  'an unknown outcome never goes to another provider': leftWhileUnknown,
  'no sum exceeds its bound': sumsBroken,
  'amounts arrive as they were sent': amountsChanged,
  'ledger, transactions and simulators agree': ledgerBroken,
  'a definitive answer stays true': answersChanged,
  'no outcome is lost': outcomesLost,
  'a definitive no is never charged': refusalsCharged,
  'a session is paid once': sessionsPaidTwice,
  'a session says what became of its attempts': sessionsUntrue,
  'copies of a request are told of one transaction': copiesDiffer,
  'nobody is left in the dark': unresolvedForClient,
  'every final status has one event': eventsMissing,
  'every event is delivered': eventsUndelivered,
  'every attempt of an event is the same': deliveriesDiffer,
  'nothing waits for ever': stillWaiting,
  'forged notices are refused': forgedNoticesTaken,
  'connectors keep to the definitions of their providers': definitionsBroken,
} as const satisfies Record<string, (history: TransactionHistory) => string[]>

export type InvariantName = keyof typeof INVARIANTS

/** A promise that does not hold, and where. */
export interface Violation {
  readonly invariant: InvariantName
  readonly found: readonly string[]
}

/** Checks the evidence against every promise, using nothing else. */
export function audit(evidence: Evidence): readonly Violation[] {
  const history = openTransactionHistory(evidence)
  return Object.entries(INVARIANTS)
    .map(([invariant, check]) => ({ invariant: invariant as InvariantName, found: check(history) }))
    .filter(({ found }) => found.length > 0)
}
