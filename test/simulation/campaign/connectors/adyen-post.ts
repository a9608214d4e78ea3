import { setTimeout as sleep } from 'node:timers/promises'
import type { Book } from '#test/adyen-sandbox/book.ts'
import { type Body, type Event, forged, type Headers } from '#test/adyen-sandbox/notices.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { PAUSE_MS } from '../retry.ts'

/** How one notice travels. */
interface Journey {
  readonly delayMs: number
  readonly copies: number
  /** Another with a changed amount and the old signature comes before it. */
  readonly isForgedFirst: boolean
}

/** Kinds of luck on the way, by how many in a hundred have it. */
const LUCK = {
  plain: { share: 48, journey: () => ({ delayMs: 100 }) },
  early: { share: 12, journey: () => ({ delayMs: 0 }) },
  duplicate: { share: 14, journey: (chance: Chance) => ({ delayMs: chance.integer(0, 300), copies: 3 }) },
  // Later notices of the same payment overtake it.
  reordered: { share: 14, journey: (chance: Chance) => ({ delayMs: chance.integer(500, 3000) }) },
  forged: { share: 12, journey: () => ({ delayMs: 200, isForgedFirst: true }) },
} as const

/** Longer than the gateway inquires about an attempt that is unknown at Adyen. */
const LATE = { shortestMs: 27_000, longestMs: 40_000 }

type Luck = keyof typeof LUCK
const DRAWN = Object.entries(LUCK).flatMap(([luck, { share }]) => Array<Luck>(share).fill(luck as Luck))
/** Payments of these orders are made and not answered: a late notice finds them declined, and only a reversal helps. */
const ANSWER_LOST = /\.(silence|broken|cut)$/
const PLAIN = { copies: 1, isForgedFirst: false }
/** Longer than the gateway takes to answer a notice that it works on. */
const ANSWER_MS = 10_000

/** Adyen's sender of notices: it repeats each until it is thanked for. */
export interface AdyenPost {
  /** Sets their URL; until then they wait. */
  address(url: string): void
  readonly deliver: (body: Body, headers: Headers, event: Event) => void
  /** Number of notices in delivery. */
  underWay(): number
  readonly delivered: readonly string[]
  /** Forged notices by what was answered: 401 each, in a good run. */
  readonly forgedAnswers: readonly number[]
  /** From now on nothing is kept back. */
  hurry(): void
  close(): void
}

/** @param seed decides about each notice, by the order's reference and what happened */
export function openAdyenPost(seed: string, book: Book): AdyenPost {
  const times = new Map<string, number>()
  const [delivered, forgedAnswers]: [string[], number[]] = [[], []]
  const { promise: known, resolve: address } = Promise.withResolvers<string>()
  const [hurrying, closing] = [new AbortController(), new AbortController()]
  let underWay = 0

  /** @returns the status of the answer, or undefined without one */
  const post = async (body: Body, headers: Headers) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    const answer = await fetch(await known, { ...request, signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      () => undefined,
    )
    await answer?.text().catch(() => undefined)
    return answer?.status
  }
  const insist = async (body: Body, headers: Headers, isDone: (status: number) => boolean) => {
    for (;;) {
      const status = await post(body, headers)
      if (status !== undefined && isDone(status)) return status
      if (closing.signal.aborted) return undefined
      await sleep(PAUSE_MS)
    }
  }
  const travel = async (body: Body, headers: Headers, { delayMs, copies, isForgedFirst }: Journey) => {
    await sleep(delayMs, undefined, { signal: hurrying.signal }).catch(() => undefined)
    if (isForgedFirst) {
      const status = await insist(forged(body), headers, (each) => each < 500)
      if (status !== undefined) forgedAnswers.push(status)
    }
    await Promise.all(Array.from({ length: copies }, () => insist(body, headers, (status) => status === 204)))
  }
  const journeyOf = ({ pspReference, originalReference, eventCode }: Event) => {
    const payment = book.payments.find((one) => [pspReference, originalReference].includes(one.pspReference))
    const subject = `${payment?.orderReference}/${eventCode}`
    const time = (times.get(subject) ?? 0) + 1
    times.set(subject, time)
    const chance = chanceOf(`${seed}/adyen/${subject}/${time}`)
    const isPayment = eventCode === 'AUTHORISATION'
    const isLate = isPayment && ANSWER_LOST.test(payment?.orderReference ?? '') && chance.happens(0.9)
    if (isLate) return { luck: 'late', ...PLAIN, delayMs: chance.integer(LATE.shortestMs, LATE.longestMs) }
    const luck = chance.pick(DRAWN)
    return { luck, ...PLAIN, ...LUCK[luck].journey(chance) }
  }

  return {
    address,
    deliver(body, headers, event) {
      const journey = journeyOf(event)
      underWay += 1
      void travel(body, headers, journey).then(() => {
        underWay -= 1
        delivered.push(journey.luck)
      })
    },
    underWay: () => underWay,
    delivered,
    forgedAnswers,
    hurry: () => hurrying.abort(),
    close: () => closing.abort(),
  }
}
