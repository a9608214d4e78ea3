import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import type { Charge } from '../../provider.ts'
import type { Dialect } from './dialect.ts'
import type { Orders } from './directives.ts'
import { RESPONSE_CODES } from './response-codes.ts'
import type { BookedCheckout, Booking, CheckoutBook, Transfer } from './simulated-charges.ts'
import { answeredAtOnce, awaitingShopper, lineFor, textsOf } from './translate.ts'

/** What a person may choose on a simulated page, with what comes of it (contract section 10, "Simulator pages"). */
const CHOICES = {
  APPROVED: { code: '0000', word: 'approved' },
  DECLINED: { code: '1000', word: 'declined' },
  CANCELED: { code: '1003', word: 'canceled' },
  PENDING: { code: '1002', word: 'pending' },
} as const satisfies Record<string, { code: ProcessingCode; word: string }>

/** The method whose money comes later, and perhaps in parts. */
const TRANSFER = 'BANK_TRANSFER'

export type CheckoutChoice = keyof typeof CHOICES

/** A checkout as its page shows it. */
export interface ShownCheckout extends BookedCheckout {
  /** What was ordered by metadata or by the account, if it is among the choices. */
  readonly preset: CheckoutChoice
  /** Of a bank transfer: what has moved so far, newest first. */
  readonly transfers?: readonly Transfer[]
}

/** The simulated pages with a person in front of them. */
export interface Checkouts {
  show(attemptId: string): Promise<ShownCheckout | undefined>
  /**
   * Books what the shopper chose, before anybody hears of it. The first final choice counts; who comes later changes
   * nothing.
   * @returns where the browser goes now, or undefined for an unknown checkout
   */
  choose(attemptId: string, choice: CheckoutChoice): Promise<string | undefined>
  /**
   * Money arrives for a bank transfer, in minor units: too little leaves it pending, enough approves exactly its amount,
   * and what is too much or comes after the end is returned.
   */
  receive(attemptId: string, amount: bigint): Promise<void>
}

export function openCheckouts(book: CheckoutBook): Checkouts {
  return {
    async show(attemptId) {
      const found = await book.find(attemptId)
      if (!found) return undefined
      const shown = { ...found, preset: choiceFor(found.checkout.ordered) }
      return found.checkout.method === TRANSFER ? { ...shown, transfers: await book.listTransfers(attemptId) } : shown
    },
    async choose(attemptId, choice) {
      const found = await book.find(attemptId)
      if (!found) return undefined
      const { ordered, texts, returnUrl } = found.checkout
      const { code, word } = CHOICES[choice]
      const meant = ordered !== null && PROCESSING_CODES[ordered].status === choice ? ordered : code
      await book.decide(attemptId, lineFor(texts, meant, null, word))
      return returnUrl
    },
    async receive(attemptId, amount) {
      const found = await book.find(attemptId)
      if (!found) return
      const { texts } = found.checkout
      const partly = lineFor(texts, '1002', null, 'partly received')
      await book.arrive(attemptId, amount, { partly, paid: lineFor(texts, '0000', null) })
    },
  }
}

/**
 * An ordered outcome comes at once; without one the shopper decides on the page (contract section 6).
 * @param baseUrl where the simulated pages are reached
 */
export function orderedOrOnPage(baseUrl: string): Dialect['bookingOf'] {
  return (orders, charge) =>
    orders.responseCode === null ? bookCheckout(orders, charge, baseUrl) : { ...answeredAtOnce(orders), checkout: null }
}

/** A charge that the shopper decides about on the simulated page. */
export function bookCheckout(orders: Orders, charge: Charge, baseUrl: string): Booking {
  const { merchantName, returnUrl, attemptId, instrument } = charge
  if (instrument.kind !== 'redirect') throw new Error('A card has no page on which a shopper decides.')
  const ordered = orders.responseCode === null ? null : RESPONSE_CODES[orders.responseCode]
  const url = `${baseUrl}/simulators/checkouts/${attemptId}`
  const checkout = { method: instrument.method, merchantName, returnUrl, ordered, texts: textsOf(orders) }
  return { ...awaitingShopper(orders, { kind: 'redirect', url }), checkout }
}

/** The button that comes first. Outcomes that no button stands for are refusals of some kind. */
function choiceFor(ordered: ProcessingCode | null): CheckoutChoice {
  const { status } = PROCESSING_CODES[ordered ?? '0000']
  return isChoice(status) ? status : 'DECLINED'
}

function isChoice(status: string): status is CheckoutChoice {
  return Object.hasOwn(CHOICES, status)
}
