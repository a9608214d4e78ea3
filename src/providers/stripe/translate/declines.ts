import type { ApiAnswer, Outcome, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getPath, getText } from '#providers/port/tools.ts'

/** Meaning of a decline; `stopsRetries` also forbids other providers. */
interface Meaning {
  readonly code: ProcessingCode
  readonly stopsRetries?: true
}

/** Stripe's decline codes that mean more than a plain refusal (docs.stripe.com/declines/codes). */
const GROUPS: readonly (readonly [Meaning, string])[] = [
  [{ code: '1004' }, 'insufficient_funds card_velocity_exceeded withdrawal_count_limit_exceeded'],
  [{ code: '4101' }, 'fraudulent security_violation'],
  [{ code: '4100' }, 'merchant_blacklist'],
  [{ code: '1001' }, 'processing_error issuer_not_available try_again_later reenter_transaction'],
  [
    { code: '1000', stopsRetries: true },
    `stolen_card lost_card pickup_card restricted_card do_not_try_again revocation_of_authorization
    revocation_of_all_authorizations stop_payment_order expired_card incorrect_number invalid_number invalid_account
    invalid_expiry_month invalid_expiry_year incorrect_cvc invalid_cvc incorrect_zip`,
  ],
]

const MEANINGS = new Map(
  GROUPS.flatMap(([meaning, codes]) => codes.split(/\s+/).map((code) => [code, meaning] as const)),
)

const PLAIN_REFUSAL: Meaning = { code: '1000' }
const AUTHENTICATE_FIRST = 'authentication_required'

/** Reads a `card_error` of the issuer or of Stripe. @param error of an answer, or `last_payment_error` of an intent */
export function declineOf(error: unknown): ProviderAnswer {
  const code = getText(error, 'decline_code') ?? getText(error, 'code') ?? 'card_error'
  const decline = declineWith(error, code, MEANINGS.get(code) ?? PLAIN_REFUSAL)
  const wantsAuthentication = code === AUTHENTICATE_FIRST || getText(error, 'code') === AUTHENTICATE_FIRST
  return wantsAuthentication ? { ...decline, kind: 'authentication-required' } : decline
}

function declineWith(error: unknown, raw: string, { code, stopsRetries }: Meaning) {
  const isFinal = stopsRetries || getText(error, 'advice_code') === 'do_not_try_again'
  const network = getText(error, 'network_decline_code')
  const message = safe(getText(error, 'message') ?? 'Declined.')
  return answerWith(code, message, {
    providerResponseCode: raw,
    providerResponseMessage: network === undefined ? message : `${message} (network decline code ${network})`,
    ...(isFinal && { stopsRetries: true }),
    ...adviceIn(error, raw),
  })
}

/** Codes of a permission that the cardholder withdrew, and Stripe's advice, by the schemes' advice codes. */
const REVOKED = ['stop_payment_order', 'revocation_of_authorization', 'revocation_of_all_authorizations']
const ADVICE = new Map([
  ['confirm_card_data', '01'],
  ['try_again_later', '02'],
  ['do_not_try_again', '03'],
])

/** The scheme's advice precedes Stripe's, because it may state how long to wait. */
function adviceIn(error: unknown, raw: string): Pick<Outcome, 'adviceCode'> {
  if (REVOKED.includes(raw)) return { adviceCode: '21' }
  const own = /^\d\d$/.exec(getText(error, 'network_advice_code') ?? '')?.[0]
  const adviceCode = own ?? ADVICE.get(getText(error, 'advice_code') ?? '')
  return adviceCode === undefined ? {} : { adviceCode }
}

/** Answer that rejects the request itself: nothing was executed. */
export function refusalOf({ status, json }: ApiAnswer): ProviderAnswer {
  const error = getPath(json, 'error')
  if (getText(error, 'type') === 'card_error') return declineOf(error)
  const code = getText(error, 'code') ?? getText(error, 'type') ?? `http_${status}`
  const message = MESSAGES[status] ?? safe(getText(error, 'message') ?? `Stripe answered ${status}.`)
  return answerWith('1001', message, { providerResponseCode: code, providerResponseMessage: message })
}

/** Statuses about the account, in words that quote nothing of its key. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: "Stripe does not accept the account's secret key.",
  403: "The account's secret key may not do this at Stripe.",
  429: 'Stripe accepts no requests from this account at the moment.',
}

/** Removes long digit runs and keys, because Stripe's texts quote rejected data. */
function safe(text: string): string {
  return text.replaceAll(/\d(?:[ -]?\d){11,}/g, '…').replaceAll(/\b(?:sk|rk|pk|whsec)_\w+/g, '…')
}
