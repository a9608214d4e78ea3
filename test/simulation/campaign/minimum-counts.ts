import type { Finished } from './campaign.ts'
import { POINTS } from './failpoints/points.ts'
import type { Answer } from './journal.ts'

/** Something that has to have happened often enough for a clean audit to mean anything. */
export interface Counter {
  readonly what: string
  readonly count: number
  /** For each minute of faults. */
  readonly floorPerMinute: number
  /** Upper bound of the floor, for a limited number of events. */
  readonly highestFloor?: number
}

/** Maximum of points that a run must die at, since their number is limited and a few may not be reached. */
const MOST_POINTS = Math.floor(0.8 * POINTS.length)

/** Counts what the campaign reached. Below a floor the run is void: it has proven nothing. */
export function countersOf({ evidence, sprung, faultLog }: Finished): readonly Counter[] {
  const { journal, transactions, charges, attempts, received, events, connectors } = evidence
  const answers = (kind: Answer['class']) => journal.exchanges.filter(({ answer }) => answer.class === kind).length
  const ended = (status: string) => transactions.filter((each) => each.status === status).length
  const deaths = sprung.values().reduce((sum, each) => sum + each, 0)
  const payments = Map.groupBy(
    transactions.filter(({ sessionId }) => sessionId !== null),
    ({ sessionId }) => sessionId,
  )
  const again = [...payments.values()].filter(({ length }) => length > 1).length
  const paid = [...payments.values()].filter((all) => all.some(({ status }) => status === 'APPROVED')).length
  const at = (provider: string, state: string) =>
    charges.filter((line) => line.accountId === provider && line.state === state).length
  const recovers = new Set(transactions.filter((each) => each.recovers).map(({ id }) => id))
  const recovered = attempts.filter(({ transactionId, number }) => number > 1 && recovers.has(transactionId))
  const isAstray = (luck: string) => luck !== 'plain'
  const logged = (part: string) => faultLog.filter((line) => line.includes(part)).length
  const counter = (what: string, count: number, floorPerMinute: number): Counter => ({ what, count, floorPerMinute })
  return [
    counter('operations wanted', journal.operations.length, 300),
    counter('requests answered for certain', answers('yes') + answers('no'), 300),
    counter('requests whose answer was lost or said nothing', answers('unsure'), 100),
    counter('transactions approved', ended('APPROVED'), 100),
    counter('transactions declined', ended('DECLINED'), 10),
    counter('transactions refused as INVALID', ended('INVALID'), 30),
    counter('transactions that expired', ended('SESSION_EXPIRED'), 1),
    counter(
      'authorizations that expired',
      transactions.filter(({ type }) => type === 'AUTHORIZATION_EXPIRY').length,
      2,
    ),
    counter('chargebacks', transactions.filter(({ type }) => type === 'CHARGEBACK').length, 1),
    counter('charges that were asked for again', recovered.length, 1),
    counter('sessions that were tried again', again, 2),
    counter('sessions that were paid', paid, 5),
    counter('attempts with a further account', attempts.filter(({ number }) => number > 1).length, 10),
    counter('charges taken back', charges.filter(({ state }) => state === 'REVERSED').length, 1),
    counter('charges reversed before they came', charges.filter(({ state }) => state === 'BARRED').length, 1),
    counter('charges at Stripe and Adyen', at('stripe', 'CHARGED') + at('adyen', 'CHARGED'), 20),
    counter(
      'charges at Stripe and Adyen that were taken back',
      at('stripe', 'REVERSED') + at('adyen', 'REVERSED'),
      0.5,
    ),
    counter('notices of Adyen that went astray on their way', connectors.delivered.filter(isAstray).length, 5),
    counter('deliveries of an event that had been delivered before', received.length - events.length, 10),
    counter('processes that died at a named point', deaths, 6),
    { ...counter('named points at which one died', sprung.size, 6), highestFloor: MOST_POINTS },
    counter('attacks on database sessions', logged('sessions ended'), 4),
    counter('rotations of all keys', logged('rotation of all keys'), 1),
    counter('new master keys', logged('new master key'), 0.4),
    counter('restarts of everything', logged('second start'), 0.5),
  ]
}

export function voidCounters(counters: readonly Counter[], minutes: number): readonly Counter[] {
  return counters.filter((counter) => counter.count < floorOf(counter, minutes))
}

export function floorOf({ floorPerMinute, highestFloor = Number.POSITIVE_INFINITY }: Counter, minutes: number): number {
  return Math.min(floorPerMinute * minutes, highestFloor)
}
