import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import type { Book, Lines, Payment } from './book.ts'
import { refusedAs } from './faults.ts'
import { addUp, isKlarna } from './links.ts'
import { MERCHANT_ACCOUNT, type NoticeSender } from './notices.ts'

interface ModificationRequest {
  readonly reference: string
  readonly paymentReference?: string
  readonly amount?: { readonly value: number; readonly currency: string }
  readonly lineItems?: Lines
}

/** Applies an order to a payment. @returns whether it could */
type Act = (payment: Payment, value: number) => boolean

const capture: Act = (payment, value) => {
  const fits = payment.isAuthorised && !payment.isCancelled && payment.captured + value <= payment.value
  if (fits) payment.captured += value
  return fits
}
const refund: Act = (payment, value) => {
  const fits = payment.refunded + value <= payment.captured
  if (fits) payment.refunded += value
  return fits
}
const cancel: Act = (payment) => {
  const fits = payment.isAuthorised && !payment.isCancelled && payment.captured === 0
  if (fits) payment.isCancelled = true
  return fits
}
const reverse: Act = (payment) => cancel(payment, 0) || refund(payment, payment.value)

/** Orders by the last part of their path, with the event that reports each. */
const ORDERS: Readonly<Record<string, { readonly event: string; readonly act: Act }>> = {
  captures: { event: 'CAPTURE', act: capture },
  refunds: { event: 'REFUND', act: refund },
  cancels: { event: 'CANCELLATION', act: cancel },
  reversals: { event: 'CANCEL_OR_REFUND', act: reverse },
}

/**
 * Answers an order about a payment by Adyen's name. It is booked immediately, with a notice a moment later unless it
 * reverses.
 */
export function modify(order: string) {
  const { event, act } = ORDERS[order]!
  return (book: Book, notices: NoticeSender, { params, body }: SandboxRequest, word: string): SandboxAnswer => {
    const asked = body as ModificationRequest
    const { payment: paymentPspReference } = params
    const payment = book.payments.find(({ pspReference }) => pspReference === paymentPspReference)
    const value = asked.amount?.value ?? payment?.value ?? 0
    const isOfKlarna = book.links.some(
      (link) => link.request.reference === payment?.reference && isKlarna(link.request),
    )
    if (order === 'refunds' && isOfKlarna && !addUp(asked.lineItems, value))
      return refusedAs(422, '14_0413', 'validation')
    const isDone = !word.startsWith('refuse') && payment !== undefined && act(payment, value)
    const told = { event, isDone, value, originalReference: paymentPspReference! }
    const pspReference = book.newReference()
    note(book, notices, { pspReference, ...told, reference: asked.reference, currency: payment?.currency ?? 'EUR' })
    return {
      status: 201,
      body: { ...asked, merchantAccount: MERCHANT_ACCOUNT, paymentPspReference, pspReference, status: 'received' },
    }
  }
}

/** `POST /cancels`: an order about a payment by our name. */
export function cancelByReference(book: Book, notices: NoticeSender, { body }: SandboxRequest): SandboxAnswer {
  const asked = body as ModificationRequest
  const payment = book.payments.findLast(({ reference }) => reference === asked.paymentReference)
  const isDone = payment !== undefined && cancel(payment, 0)
  const told = { event: 'TECHNICAL_CANCEL', isDone, value: payment?.value ?? 0 }
  const pspReference = book.newReference()
  const originalReference = payment?.pspReference
  note(book, notices, {
    pspReference,
    ...told,
    ...(originalReference !== undefined && { originalReference }),
    reference: asked.paymentReference!,
    currency: payment?.currency ?? 'EUR',
  })
  return { status: 201, body: { ...asked, pspReference, status: 'received' } }
}

interface Done {
  readonly event: string
  readonly isDone: boolean
  readonly pspReference: string
  readonly originalReference?: string
  readonly reference: string
  readonly value: number
  readonly currency: string
}

const FAILURES: Readonly<Record<string, string>> = { CAPTURE: 'CAPTURE_FAILED', REFUND: 'REFUND_FAILED' }
const MOMENT_MS = 30

function note(book: Book, notices: NoticeSender, { event, isDone, reference, ...rest }: Done): void {
  const isOfCharge = book.payments.some((payment) => payment.reference === reference)
  const tell = (eventCode: string, success: boolean) => {
    notices.tell({ ...rest, eventCode, success, merchantReference: reference, ...(!success && { reason: 'Refused' }) })
  }
  const failure = FAILURES[event]
  if (failure === undefined) tell(event, isDone)
  else setTimeout(tell, MOMENT_MS, event, isDone)
  if (isOfCharge || event === 'TECHNICAL_CANCEL') return
  const tellFailure = () => tell(failure!, true)
  const { pspReference, originalReference = '', value } = rest
  book.modifications.push({ pspReference, originalReference, value, event, reference, isDone, tellFailure })
}

/** Makes an order fail after its success was reported. */
export function failLate(book: Book, reference: string): void {
  const modification = book.modifications.find((one) => one.reference === reference)!
  modification.isDone = false
  modification.tellFailure()
}
