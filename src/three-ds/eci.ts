import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'

/** Electronic commerce indicators of statuses with a proof. */
type Indicators = Readonly<Partial<Record<FinalTransStatus, string>>>

/** Authenticated and attempted on most networks (docs/reference/simulators.md#flows-of-3-d-secure). */
const COMMON: Indicators = { Y: '05', A: '06' }
const MASTERCARD: Indicators = { Y: '02', A: '01' }

/** Networks whose directory is known to use these. */
const BY_NETWORK: Readonly<Partial<Record<Brand, Indicators>>> = {
  visa: COMMON,
  mastercard: MASTERCARD,
  maestro: MASTERCARD,
  amex: COMMON,
  discover: COMMON,
  diners: COMMON,
  jcb: COMMON,
  unionpay: COMMON,
}

/** Indicator of a status on its network, or else on most; undefined for a status without proof. */
export function eciFor(brand: Brand | null, transStatus: FinalTransStatus): string | undefined {
  return ((brand && BY_NETWORK[brand]) ?? COMMON)[transStatus]
}

/** Indicator of a network; undefined if unknown. */
export function requiredIndicatorOf(brand: Brand | null, transStatus: FinalTransStatus): string | undefined {
  return brand === null ? undefined : BY_NETWORK[brand]?.[transStatus]
}
