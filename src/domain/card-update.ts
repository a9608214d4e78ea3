/** Reports of an issuer about a card, other than a new expiry (docs/reference/customers.md#renewed-cards). */
export const ISSUER_UPDATES = ['NUMBER_CHANGED', 'CLOSED', 'CONTACT_HOLDER'] as const

export type IssuerUpdate = (typeof ISSUER_UPDATES)[number]

export interface CardExpiry {
  /** 1 to 12. */
  readonly month: number
  /** Four digits. */
  readonly year: number
}

export type CardUpdate =
  | { readonly kind: 'expiry'; readonly expiry: CardExpiry; readonly lastFour?: string }
  | { readonly kind: 'issuer'; readonly update: IssuerUpdate }

const MONTH_AND_YEAR = /^(0?[1-9]|1[0-2])\/(2\d{3})$/

/** Parses a month such as `3/2030`; undefined if it is none. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const [, month, year] = MONTH_AND_YEAR.exec(text) ?? []
  return year === undefined ? undefined : { month: Number(month), year: Number(year) }
}

/** Formats the first day of an expiry's month, as in `2030-03-01`. */
export function firstDayOf({ month, year }: CardExpiry): string {
  return `${year}-${String(month).padStart(2, '0')}-01`
}

export function isLater(one: CardExpiry, other: CardExpiry): boolean {
  return firstDayOf(one) > firstDayOf(other)
}
