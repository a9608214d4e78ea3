import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import type { Book, Payment } from './book.ts'
import { refusedAs } from './faults.ts'
import { MERCHANT_ACCOUNT, type NoticeSender } from './notices.ts'

/** `POST /paymentMethods`. */
export function listMethods(_book: Book, _notices: NoticeSender, { body }: SandboxRequest): SandboxAnswer {
  const { merchantAccount } = body as PaymentRequest
  if (merchantAccount !== MERCHANT_ACCOUNT) return refusedAs(403, '901', 'security')
  return { status: 200, body: { paymentMethods: [{ type: 'scheme', name: 'Cards' }] } }
}

interface PaymentRequest {
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly captureDelayHours?: number
  readonly merchantOrderReference?: string
}

const CHECKS = { cvcResult: '1 Matches', avsResult: '5 No AVS data provided' }

/** Card data that Adyen returns if an account allows it; it must not be stored. */
const OF_THE_CARD = { cardSummary: '1111', expiryDate: '12/2030', cardHolderName: 'A. Klaassen' }

/** `POST /payments`: authorised unless a word orders something else. The notice is sent before the answer. */
export function takePayment(book: Book, notices: NoticeSender, { body }: SandboxRequest, word: string): SandboxAnswer {
  const { merchantAccount, reference, amount, captureDelayHours, merchantOrderReference } = body as PaymentRequest
  if (merchantAccount !== MERCHANT_ACCOUNT) return refusedAs(403, '901', 'security')
  const [, refusal] = /^refuse-(\w+)$/.exec(word) ?? []
  const [, result = refusal ? 'Refused' : 'Authorised'] = /^result-(\w+)$/.exec(word) ?? []
  const isAuthorised = ['Authorised', 'PartiallyAuthorised'].includes(result)
  const isCaptured = captureDelayHours === 0
  const payment = pay(book, { reference, orderReference: merchantOrderReference, ...amount, isAuthorised, isCaptured })
  const isToldLater = ['Pending', 'Received'].includes(result) || word === 'untold'
  if (!isToldLater) tellOfPayment(notices, payment)
  const { pspReference, authCode } = payment
  const said = isAuthorised
    ? { additionalData: { ...CHECKS, ...OF_THE_CARD, authCode } }
    : refusal && { refusalReason: 'Refused', refusalReasonCode: refusal, additionalData: rawReason(refusal) }
  return { status: 200, body: { pspReference, resultCode: result, merchantReference: reference, amount, ...said } }
}

function rawReason(refusal: string) {
  return { ...CHECKS, ...(refusal === '12' && { refusalReasonRaw: '51 : Insufficient funds/over credit limit' }) }
}

type PaidTerms = Pick<Payment, 'reference' | 'value' | 'currency' | 'isAuthorised'> & {
  readonly orderReference?: string | undefined
  readonly isCaptured: boolean
}

/** Books a payment: a card's, or one on a link. */
export function pay(book: Book, { isCaptured, orderReference = '', ...paid }: PaidTerms): Payment {
  const captured = isCaptured && paid.isAuthorised ? paid.value : 0
  const payment: Payment = {
    ...paid,
    orderReference,
    operation: isCaptured ? 'PURCHASE' : 'AUTHORIZE',
    pspReference: book.newReference(),
    authCode: '033899',
    captured,
    refunded: 0,
    isCancelled: false,
  }
  book.payments.push(payment)
  return payment
}

/** The notice about a payment. Its reason is the approval, the end of the card and its expiry. */
export function tellOfPayment(notices: NoticeSender, payment: Payment, value = payment.value): void {
  const { isAuthorised: success, pspReference, reference: merchantReference, currency, authCode } = payment
  const reason = success ? `${authCode}:1111:12/2030` : 'Not enough balance'
  const event = { eventCode: 'AUTHORISATION', success, pspReference, merchantReference, value, currency, reason }
  notices.tell({ ...event, additionalData: CHECKS })
}
