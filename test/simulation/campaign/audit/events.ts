import type { EventRow, TransactionRow } from '../evidence.ts'
import type { TransactionHistory } from './transaction-history.ts'

/** Every final status has one event, and says the same as it; a pending one has none. */
export function eventsMissing({ transactions, eventsOf }: TransactionHistory): string[] {
  return transactions.flatMap((each) => {
    const due = each.status === 'PENDING' ? 0 : 1
    const events = eventsOf(each.id)
    if (events.length !== due) return [`${each.id} (${each.status}) has ${events.length} events instead of ${due}`]
    return events.filter((event) => !saysSo(event, each)).map(({ eventId }) => `${eventId} contradicts ${each.id}`)
  })
}

function saysSo({ payload }: EventRow, { id, status, code }: TransactionRow): boolean {
  const { payload: told } = JSON.parse(payload) as { payload: { id: string; status: string; processing_code: string } }
  return told.id === id && told.status === status && told.processing_code === code
}

/** Every event reached the receiver, which thanked for it. */
export function eventsUndelivered({ events, received }: TransactionHistory): string[] {
  const arrived = new Set(received.map(({ id }) => id))
  return events.flatMap(({ eventId, delivery }) => [
    ...(delivery === 'DELIVERED' ? [] : [`${eventId} is ${delivery ?? 'not queued'}`]),
    ...(arrived.has(eventId) ? [] : [`${eventId} never arrived`]),
  ])
}

/** Finds deliveries of an event that differ in ID, bytes or signature. */
export function deliveriesDiffer({ events, received }: TransactionHistory): string[] {
  const payloads = new Map(events.map(({ eventId, payload }) => [eventId, payload]))
  return received.flatMap(({ id, body, signed }) => [
    ...(payloads.get(id) === body ? [] : [`a delivery ${id} is not what was recorded`]),
    ...(signed ? [] : [`a delivery ${id} is signed wrong`]),
  ])
}

/** Once everything has ended, nothing is left behind. */
export function stillWaiting({ transactions, attempts, charges, leftovers }: TransactionHistory): string[] {
  const pending = transactions.filter(({ status }) => status === 'PENDING' || status === 'CREATED')
  const reversing = attempts.filter(({ state }) => state === 'REVERSING')
  const undecided = charges.filter(({ state }) => state === 'PENDING' || state === 'AWAITING_SHOPPER')
  return [
    ...pending.map(({ id, type }) => `${type} ${id} is still pending`),
    ...reversing.map(({ attemptId }) => `${attemptId} is still being reversed`),
    ...undecided.map(({ attemptId, state }) => `the provider still has ${attemptId} as ${state}`),
    ...Object.entries(leftovers).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} are left`] : [])),
  ]
}
