import type { KeptText } from './kept-text.ts'
import type { BrowserOrder } from './session.ts'

/** Price with a URL: its page opens sessions (docs/reference/payment-links.md). */
export interface PaymentLink extends BrowserOrder {
  readonly paymentLinkId: string
  /** Null if the shopper enters it, from `amountMin` to `amountMax`. */
  readonly amount: bigint | null
  readonly amountMin: bigint | null
  readonly amountMax: bigint | null
  readonly maxPayments: number | null
  /** By the merchant's clock; null: never. */
  readonly expiresAt: Date | null
  /** Null: shoppers return to the link's own page. */
  readonly returnUrl: string | null
  /** Shown once the link accepts no payment. */
  readonly message: KeptText | null
}

/** Declined payments of one subscriber (IPv4 address or IPv6 /64) within the window: a sign of card testing. */
export const MOST_DECLINES = 30
export const DECLINE_WINDOW_SECONDS = 86_400

/** Sessions of a link for several payments that may be open before their payment began. */
export const MOST_OPEN_SESSIONS = 1000
/** Share of one subscriber, so that one does not block a link. */
export const MOST_OPEN_SESSIONS_OF_SUBSCRIBER = 100

export interface PaymentLinkState {
  readonly link: PaymentLink
  readonly isDisabled: boolean
  readonly isExpired: boolean
  /** Payments in progress, each of which has reserved one of `maxPayments`. */
  readonly running: number
  readonly payments: number
  /** Sum of the approved payments, in minor units. */
  readonly collectedAmount: bigint
  /** The latest approved payment, else the latest. */
  readonly lastTransactionId: string | null
  /** The newest hundred, newest first. */
  readonly sessionIds: readonly string[]
  readonly openedAt: Date | null
  readonly completedAt: Date | null
  readonly updatedAt: Date
}

export const PAYMENT_LINK_STATUSES = ['ACTIVE', 'COMPLETED', 'EXPIRED', 'DISABLED'] as const

export type PaymentLinkStatus = (typeof PAYMENT_LINK_STATUSES)[number]

export function paymentLinkStatusOf({ link, payments, isExpired, isDisabled }: PaymentLinkState): PaymentLinkStatus {
  if (link.maxPayments !== null && payments >= link.maxPayments) return 'COMPLETED'
  if (isExpired) return 'EXPIRED'
  return isDisabled ? 'DISABLED' : 'ACTIVE'
}

/** True if every payment that the link accepts is in progress or approved. */
export function isFull({ link, payments, running }: PaymentLinkState): boolean {
  return link.maxPayments !== null && payments + running >= link.maxPayments
}
