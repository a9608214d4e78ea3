import type { Status } from './status.ts'

/**
 * Party that may retry:
 * - `nobody`: the payment succeeded, has no result yet, or is refused permanently
 * - `shopper`: with another card or method, or once more with this one
 * - `merchant`: their server, once the cause is fixed
 */
export type RetryBy = 'nobody' | 'shopper' | 'merchant'

/** Meaning of a code and its consequences; source of docs/reference/processing-codes.md and `/docs`. */
interface CodeEntry {
  readonly name: string
  /** Status that always comes with the code. */
  readonly status: Exclude<Status, 'CREATED'>
  readonly meaning: string
  readonly retryBy: RetryBy
  /** Text for the shopper; does not help to test stolen cards. */
  readonly shopperText: string
}

const SHOP_HAS_TO_ACT = 'This payment cannot be taken at the moment. Please contact the shop.'
const PAY_OTHERWISE = 'Your payment was declined. Please pay in another way.'

export const PROCESSING_CODES = {
  '0000': {
    name: 'Approved',
    status: 'APPROVED',
    meaning: 'The payment, payout or follow-up is complete.',
    retryBy: 'nobody',
    shopperText: 'Thank you, your payment was successful.',
  },
  '1000': {
    name: 'Declined',
    status: 'DECLINED',
    meaning: 'The issuer, bank or provider refused, or the shopper was not authenticated.',
    retryBy: 'shopper',
    shopperText: 'Your payment was declined. Please try another card or another way to pay, or ask your bank.',
  },
  '1001': {
    name: 'Failed',
    status: 'DECLINED',
    meaning: 'The provider failed, never received it, or no provider answers at the moment.',
    retryBy: 'shopper',
    shopperText: 'The payment could not be completed and nothing was charged. Please try again in a minute.',
  },
  '1002': {
    name: 'Pending',
    status: 'PENDING',
    meaning: 'It waits for the shopper, for the provider, or for an answer that got lost.',
    retryBy: 'nobody',
    shopperText: 'Your payment is being processed. You will hear from the shop; please do not pay again.',
  },
  '1003': {
    name: 'Canceled',
    status: 'CANCELED',
    meaning: "The shopper canceled, at the bank, on a provider's page or on ours, or the shop canceled the session.",
    retryBy: 'shopper',
    shopperText: 'The payment was canceled. Nothing was charged.',
  },
  '1004': {
    name: 'Insufficient funds',
    status: 'DECLINED',
    meaning: 'The card or account does not hold enough.',
    retryBy: 'shopper',
    shopperText: 'Your bank declined the payment. Please try another card or another way to pay.',
  },
  '1005': {
    name: 'Session expired',
    status: 'SESSION_EXPIRED',
    meaning: 'The time to authenticate, to pay or to confirm is over.',
    retryBy: 'shopper',
    shopperText: 'Time ran out and nothing was charged. Please start again.',
  },
  '2000': {
    name: 'Invalid request',
    status: 'INVALID',
    meaning: 'The request is not valid; `errors` names the field and what to do.',
    retryBy: 'merchant',
    shopperText: SHOP_HAS_TO_ACT,
  },
  '2013': {
    name: 'Terminal not found',
    status: 'INVALID',
    meaning: 'The merchant has no terminal with this id.',
    retryBy: 'merchant',
    shopperText: SHOP_HAS_TO_ACT,
  },
  '2014': {
    name: 'Terminal inactive',
    status: 'INVALID',
    meaning: 'An operator made the terminal inactive.',
    retryBy: 'merchant',
    shopperText: SHOP_HAS_TO_ACT,
  },
  '2015': {
    name: 'Terminal not accepting payments',
    status: 'INVALID',
    meaning: 'The terminal does not take this type, method, currency or amount, or has no provider account for it.',
    retryBy: 'merchant',
    shopperText: SHOP_HAS_TO_ACT,
  },
  '2017': {
    name: 'Merchant inactive',
    status: 'INVALID',
    meaning: 'An operator made the merchant inactive.',
    retryBy: 'merchant',
    shopperText: SHOP_HAS_TO_ACT,
  },
  '3000': {
    name: 'Not authenticated',
    status: 'INVALID',
    meaning: 'The provider does not take the payment because the shopper is not authenticated.',
    retryBy: 'shopper',
    shopperText: 'Your bank could not confirm that it is you. Please try again or pay in another way.',
  },
  '4100': {
    name: 'On a block list',
    status: 'DECLINED',
    meaning: 'A risk rule knows the card, the customer or the address.',
    retryBy: 'nobody',
    shopperText: PAY_OTHERWISE,
  },
  '4101': {
    name: 'Fraud suspected',
    status: 'DECLINED',
    meaning: 'A risk rule takes the payment for fraud.',
    retryBy: 'nobody',
    shopperText: PAY_OTHERWISE,
  },
  '4200': {
    name: 'Velocity check failed',
    status: 'DECLINED',
    meaning: 'Too many attempts, or too many cards of one address or customer, in too short a time.',
    retryBy: 'nobody',
    shopperText: PAY_OTHERWISE,
  },
} as const satisfies Record<string, CodeEntry>

export type ProcessingCode = keyof typeof PROCESSING_CODES
