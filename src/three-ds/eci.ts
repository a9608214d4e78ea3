import type { FinalTransStatus } from '#domain/authentication.ts'
import type { Brand } from '#domain/card.ts'

/** Electronic commerce indicators of the statuses that come with a proof for the issuer. */
type Indicators = Readonly<Partial<Record<FinalTransStatus, string>>>

/** Authenticated and attempted, as most networks write it (docs/reference/simulators.md#flows-of-3-d-secure). */
const COMMON: Indicators = { Y: '05', A: '06' }
const MASTERCARD: Indicators = { Y: '02', A: '01' }

/** Networks whose directory is known to write them so. */
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

/** The indicator of a status, as the network or else most of them write it; undefined where it proves nothing. */
export function eciFor(brand: Brand | null, transStatus: FinalTransStatus): string | undefined {
  return ((brand && BY_NETWORK[brand]) ?? COMMON)[transStatus]
}

/** Indicator of a network; undefined if the network is not known to use it. */
export function requiredIndicatorOf(brand: Brand | null, transStatus: FinalTransStatus): string | undefined {
  return brand === null ? undefined : BY_NETWORK[brand]?.[transStatus]
}
