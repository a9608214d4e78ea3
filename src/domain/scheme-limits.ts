import type { Brand } from './brands.ts'

/** Maximum of declined asks of a card for one amount and currency, within a time. */
export interface SchemeLimit {
  readonly declines: number
  readonly seconds: number
}

const DAY_SECONDS = 24 * 60 * 60

const LIMITS: Readonly<Partial<Record<Brand, readonly SchemeLimit[]>>> = {
  visa: [{ declines: 20, seconds: 30 * DAY_SECONDS }],
  mastercard: [
    { declines: 10, seconds: DAY_SECONDS },
    { declines: 35, seconds: 30 * DAY_SECONDS },
  ],
}

/** Limits that a card's scheme sets for repeated asks (docs/reference/agreements.md#limits-of-the-schemes). */
export function schemeLimitsOf(brand: Brand | null): readonly SchemeLimit[] {
  return (brand && LIMITS[brand]) ?? []
}
