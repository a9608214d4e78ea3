import type { Exchange } from '../campaign/journal.ts'

/** Answers of a gateway or a proxy about a merchant that is not there. Others with 503 are those of a busy machine. */
const REFUSAL = /^HTTP (?:401|421|503: This merchant is moving)/
/** Refusals further apart than that have nothing to do with each other. */
const APART_MS = 1000

/** Answers to a merchant during one switch. */
export interface Interruption {
  /** From the first refusal to the last of one episode. A request that waits first counts from its refusal. */
  readonly refusedSeconds: number
  /** The longest time without a payment that ended. */
  readonly withoutPaymentSeconds: number
  /** Refused requests by their answer. */
  readonly refused: Readonly<Record<string, number>>
  /** Other answers without a result. */
  readonly unanswered: number
}

/** @param exchanges of one merchant, from before the switch until after it */
export function measureInterruption(exchanges: readonly Exchange[]): Interruption {
  const refused = exchanges.filter(isRefused)
  const paid = exchanges.filter(({ answer, request }) => answer.class === 'yes' && request.startsWith('POST '))
  const times = paid.map(({ answeredAt }) => answeredAt).toSorted((one, other) => one - other)
  const byStatus = Map.groupBy(refused, (each) => reasonOf(each).slice(0, 'HTTP 503'.length))
  return {
    refusedSeconds: longestEpisode(refused.map(({ answeredAt }) => answeredAt)) / 1000,
    withoutPaymentSeconds: Math.max(0, ...times.slice(1).map((time, index) => time - times[index]!)) / 1000,
    refused: Object.fromEntries([...byStatus].map(([status, list]) => [status, list.length])),
    unanswered: exchanges.filter((each) => each.answer.class === 'unsure' && !isRefused(each)).length,
  }
}

function reasonOf({ answer }: Exchange): string {
  return answer.class === 'unsure' ? answer.why : ''
}

function isRefused(exchange: Exchange): boolean {
  return REFUSAL.test(reasonOf(exchange))
}

/** @param times in milliseconds @returns milliseconds */
function longestEpisode(times: readonly number[]): number {
  let [longest, began, latest] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const time of times.toSorted((one, other) => one - other)) {
    if (time - latest > APART_MS) began = time
    latest = time
    longest = Math.max(longest, latest - began)
  }
  return longest
}
