export type MailKind = 'invitation' | 'password' | 'payment-link' | 'receipt' | 'dispute' | 'webhook'

/** Payments of a terminal whose shoppers get a receipt. */
export const RECEIPTS = ['off', 'link', 'all'] as const
export type Receipts = (typeof RECEIPTS)[number]

/** True if a card number or a person was hidden in an address, which may then be of someone else. Never mail to it. */
export const isMaskedAddress = (email: string) => email.includes('**')

/** Of one payment link in 24 hours. */
export const MAX_LINK_MAILS = 20
