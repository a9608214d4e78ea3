import type { Brand } from './brands.ts'
import type { Secret } from './secret.ts'

export type { Brand } from './brands.ts'

/** Part of a card that may be shown and stored unencrypted. */
export interface MaskedCard {
  /** First six, one star per hidden digit, last four (PCI DSS 3.4.1). */
  readonly masked: string
  readonly brand: Brand | null
  /** Keyed hash: equal for the same card of one merchant, different between merchants (PCI DSS 3.5.1.1). */
  readonly hash: string
}

/** A card in clear text, for the duration of one request. */
export interface Card {
  readonly number: Secret<string>
  /** 1 to 12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
  /** Absent for a saved card paid without one. Never stored (PCI DSS 3.3.1). */
  readonly cvv: Secret<string> | null
  /** As the shopper entered it, if a page required it. */
  readonly holderName?: string
  readonly maskedCard: MaskedCard
}
