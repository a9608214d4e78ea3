import type { ProcessingCode } from '#domain/processing-code.ts'

/** Adyen's refusal reason codes (docs.adyen.com, refusal reasons); every other code is a plain decline. */
const BY_CODE: Readonly<Partial<Record<ProcessingCode, readonly string[]>>> = {
  // Acquirer error, issuer unavailable, not submitted, no result of 3-D Secure, its error, too many retries.
  '1001': ['4', '9', '21', '39', '42', '46'],
  // The shopper canceled.
  '1003': ['15', '16'],
  // Not enough balance, or above what the card may spend.
  '1004': ['12', '28', '29'],
  // The card is blocked.
  '4100': ['5'],
  // Fraud, as the acquirer, Adyen or the issuer sees it.
  '4101': ['14', '20', '22', '31'],
}

const REFUSALS = new Map(
  Object.entries(BY_CODE).flatMap(([code, reasons]) => reasons.map((reason) => [reason, code as ProcessingCode])),
)

/** The issuer wants the cardholder to authenticate. */
const AUTHENTICATION_REQUIRED = '38'
/** It was not authenticated, which one who did authenticate cannot fix. */
const NOT_AUTHENTICATED = '11'

/** No other provider is asked: expired, invalid number, security code, restricted, revoked, address, no such account. */
const STOPPING = ['6', '8', '24', '25', '26', '32', '34', '35']

export function forbidsRetry(reasonCode: string): boolean {
  return STOPPING.includes(reasonCode)
}

/** What a refusal reason code means. */
export function refusalOf(reasonCode: string): ProcessingCode {
  return REFUSALS.get(reasonCode) ?? '1000'
}

/** True if the issuer would take the payment after a (further) authentication. */
export function requestsAuthentication(reasonCode: string, isAuthenticated: boolean): boolean {
  return reasonCode === AUTHENTICATION_REQUIRED || (reasonCode === NOT_AUTHENTICATED && !isAuthenticated)
}

/** What Adyen's error codes of a request say of the card: its number, security code or expiry is wrong. */
const CARD_ERRORS = ['101', '103', '129']

/** What it means that a request was refused before anything was charged. */
export function requestRefusalOf(errorCode: string | undefined): ProcessingCode {
  return CARD_ERRORS.includes(errorCode ?? '') ? '1000' : '1001'
}
