import { decodeJwt, type JWTPayload } from 'jose'
import type { MerchantMove } from '#domain/merchant-move.ts'
import type { EarlierIssuer } from '#store/moves/move-register.ts'

/** Merchants that moved between groups, as `flows` knows them. */
export interface MovedMerchants {
  /** Issuers of other groups whose tokens are accepted, the latest first. */
  readonly issuers: readonly EarlierIssuer[]
  find(ids: readonly string[]): Promise<MerchantMove | undefined>
}

/** Issuer that a token of a moved merchant names; the token is not verified. */
export function earlierIssuerOf({ issuers }: MovedMerchants, token: string, now: Date): EarlierIssuer | undefined {
  if (issuers.length === 0) return undefined
  const { iss, merchant_id: merchantId } = unverifiedClaims(token)
  return issuers.find(
    (one) => one.issuer === iss && (merchantId ?? one.merchantId) === one.merchantId && one.until > now,
  )
}

/** True if tokens of this issuer are accepted for this merchant. */
export function acceptsFrom({ issuers }: MovedMerchants, iss: unknown, merchantId: string, now: Date): boolean {
  return issuers.some((one) => one.issuer === iss && one.merchantId === merchantId && one.until > now)
}

function unverifiedClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
