import type { ProcessingCode } from '#providers/port/tools.ts'

/** Adyen's refusal reason codes (docs.adyen.com, refusal reasons); every other code is a plain decline. */
const BY_CODE: Readonly<Partial<Record<ProcessingCode, readonly string[]>>> = {
  // Acquirer error, issuer unavailable, not submitted, no result of 3-D Secure, its error, too many retries.
  '1001': ['4', '9', '21', '39', '42', '46'],
  // Canceled by the shopper.
  '1003': ['15', '16'],
  // Insufficient balance, or above the card's limit.
  '1004': ['12', '28', '29'],
  // Blocked card.
  '4100': ['5'],
  // Fraud, according to the acquirer, Adyen or the issuer.
  '4101': ['14', '20', '22', '31'],
}

const REFUSALS = new Map(
  Object.entries(BY_CODE).flatMap(([code, reasons]) => reasons.map((reason) => [reason, code as ProcessingCode])),
)

const AUTHENTICATION_REQUIRED = '38'
/** Not authenticated, which another authentication cannot fix. */
const NOT_AUTHENTICATED = '11'

/** Ends retries: expired, invalid number, security code, restricted, revoked, address, no such account. */
const STOPPING = ['6', '8', '24', '25', '26', '32', '34', '35']

export function forbidsRetry(reasonCode: string): boolean {
  return STOPPING.includes(reasonCode)
}

export function refusalOf(reasonCode: string): ProcessingCode {
  return REFUSALS.get(reasonCode) ?? '1000'
}

/** True if the issuer would accept the payment after a (further) authentication. */
export function requestsAuthentication(reasonCode: string, isAuthenticated: boolean): boolean {
  return reasonCode === AUTHENTICATION_REQUIRED || (reasonCode === NOT_AUTHENTICATED && !isAuthenticated)
}

/** Error codes of a card's number, security code or expiry. */
const CARD_ERRORS = ['101', '103', '129']

/** Code of a request that was rejected before anything was charged. */
export function requestRefusalOf(errorCode: string | undefined): ProcessingCode {
  return CARD_ERRORS.includes(errorCode ?? '') ? '1000' : '1001'
}
