import type { Exchange } from '../campaign/journal.ts'

/** Answers that send a request elsewhere or to a later time. */
const REFUSALS: ReadonlySet<string> = new Set(['HTTP 401', 'HTTP 421', 'HTTP 503'])
/** Refusals further apart than that have nothing to do with each other. */
const APART_MS = 1000

/** Answers to a merchant during one switch. */
export interface Interruption {
  /** From the first refused request to the last refusal of one episode. */
  readonly refusedSeconds: number
  /** The longest time without a payment that ended. */
  readonly withoutPaymentSeconds: number
  /** Refused requests by their answer. */
  readonly refused: Readonly<Record<string, number>>
}

/** @param exchanges of one merchant, from before the switch until after it */
export function measureInterruption(exchanges: readonly Exchange[]): Interruption {
  const refused = exchanges.filter(isRefused).toSorted((one, other) => one.sentAt - other.sentAt)
  const paid = exchanges.filter(({ answer, request }) => answer.class === 'yes' && request.startsWith('POST '))
  const times = paid.map(({ answeredAt }) => answeredAt).toSorted((one, other) => one - other)
  const counts = Object.entries(Object.groupBy(refused, reasonOf)).map(([why, list]) => [why, list!.length] as const)
  return {
    refusedSeconds: longestEpisode(refused) / 1000,
    withoutPaymentSeconds: Math.max(0, ...times.slice(1).map((time, index) => time - times[index]!)) / 1000,
    refused: Object.fromEntries(counts),
  }
}

function reasonOf({ answer }: Exchange): string {
  return answer.class === 'unsure' ? answer.why : ''
}

function isRefused(exchange: Exchange): boolean {
  return REFUSALS.has(reasonOf(exchange))
}

/** @param refused in the order in which they were sent @returns milliseconds */
function longestEpisode(refused: readonly Exchange[]): number {
  let [longest, began, ended] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { sentAt, answeredAt } of refused) {
    if (sentAt - ended > APART_MS) began = sentAt
    ended = Math.max(ended, answeredAt)
    longest = Math.max(longest, ended - began)
  }
  return longest
}
