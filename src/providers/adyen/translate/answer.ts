import type { ApiAnswer, IssuerUpdate, Outcome, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, getPath, getText, parseExpiry } from '#providers/port/tools.ts'
import { checksOf } from './checks.ts'
import { forbidsRetry, refusalOf, requestRefusalOf, requestsAuthentication } from './refusals.ts'

/** Processing codes of Adyen's result codes. Others leave the payment pending until its notice. */
const RESULTS: Readonly<Record<string, ProcessingCode>> = {
  Authorised: '0000',
  Success: '0000',
  // Only after it was reversed: no part was requested.
  PartiallyAuthorised: '1000',
  Error: '1001',
  Cancelled: '1003',
  Pending: '1002',
  Received: '1002',
}

/** Adyen requires an authentication against our instruction: a soft decline. */
const STEPS = ['RedirectShopper', 'IdentifyShopper', 'ChallengeShopper']

/** Reads a payment's answer (HTTP 200). @param isAuthenticated true if the request had a proof of authentication */
export function parsePaymentResponse(json: unknown, isAuthenticated: boolean): ProviderAnswer {
  const result = getText(json, 'resultCode') ?? ''
  if (result === 'Refused') return refusal(json, isAuthenticated)
  if (STEPS.includes(result)) return authenticateFirst(json, result, isAuthenticated)
  const code = RESULTS[result] ?? '1002'
  return answerWith(code, wordFor(code), { ...saidIn(json), ...(code === '0000' && approvedIn(json)) })
}

function refusal(json: unknown, isAuthenticated: boolean): ProviderAnswer {
  const reason = getText(json, 'refusalReasonCode') ?? ''
  const code = refusalOf(reason)
  const said = { ...saidIn(json), ...adviceIn(json), ...(forbidsRetry(reason) && { stopsRetries: true as const }) }
  const { outcome } = answerWith(code, wordFor(code), said)
  return { kind: requestsAuthentication(reason, isAuthenticated) ? 'authentication-required' : 'outcome', outcome }
}

/** The scheme's advice, as in `24 : Retry after 1 hour`. */
function adviceIn(json: unknown): Pick<Outcome, 'adviceCode'> {
  const [, adviceCode] = /^(\d\d)\b/.exec(getText(json, 'additionalData.merchantAdviceCode') ?? '') ?? []
  return adviceCode === undefined ? {} : { adviceCode }
}

function authenticateFirst(json: unknown, result: string, isAuthenticated: boolean): ProviderAnswer {
  const said = { ...saidIn(json), providerResponseCode: result }
  const { outcome } = answerWith('1000', 'authentication required', said)
  return { kind: isAuthenticated ? 'outcome' : 'authentication-required', outcome }
}

/** The issuer's code and message before Adyen's, because rules for declines use the issuer's. */
function saidIn(json: unknown): Partial<Outcome> {
  const additional = getPath(json, 'additionalData')
  const [, issuerCode] = /^([\dR]\d)\b/.exec(getText(additional, 'refusalReasonRaw') ?? '') ?? []
  return {
    referenceNumber: getText(json, 'pspReference') ?? null,
    providerResponseCode: issuerCode ?? getText(json, 'refusalReasonCode') ?? getText(json, 'resultCode') ?? null,
    providerResponseMessage: getText(json, 'refusalReason') ?? null,
    checks: checksOf(additional),
    ...cardUpdateIn(additional),
  }
}

function approvedIn(json: unknown): Partial<Outcome> {
  const networkTransactionId = getText(json, 'additionalData.networkTxReference')
  return {
    ...(networkTransactionId !== undefined && { networkTransactionId }),
    approvalCode: getText(json, 'additionalData.authCode') ?? null,
    providerResponseCode: 'Authorised',
    providerResponseMessage: null,
  }
}

/** Rejected request (HTTP 4xx): nothing was charged. Its message is omitted, since it may quote input. */
export function requestRefused({ status, json }: ApiAnswer): ProviderAnswer {
  const errorCode = getText(json, 'errorCode')
  const code = requestRefusalOf(errorCode)
  return answerWith(code, wordFor(code), {
    providerResponseCode: errorCode ?? String(status),
    providerResponseMessage: getText(json, 'errorType') ?? null,
  })
}

const WORDS: Partial<Record<ProcessingCode, string>> = {
  '0000': 'approved',
  '1000': 'declined',
  '1001': 'failed',
  '1002': 'pending',
  '1003': 'canceled',
  '1004': 'insufficient funds',
  '1005': 'expired',
  '4100': 'blocked',
  '4101': 'fraud suspected',
}

export function wordFor(code: ProcessingCode): string {
  return WORDS[code] ?? code
}

/** Values of Adyen's Real Time Account Updater for a card without a new expiry. */
const ISSUER_UPDATES: ReadonlyMap<string, IssuerUpdate> = new Map([
  ['CardChanged', 'NUMBER_CHANGED'],
  ['CloseAccount', 'CLOSED'],
  ['ContactCardAccountHolder', 'CONTACT_HOLDER'],
])

/** Issuer's report in an answer. The new number is omitted: it is encrypted and needs a permission. */
function cardUpdateIn(additional: unknown): Pick<Outcome, 'cardUpdate' | 'stopsRetries'> {
  const status = getText(additional, 'realtimeAccountUpdaterStatus') ?? ''
  const update = ISSUER_UPDATES.get(status)
  if (update) return { cardUpdate: { kind: 'issuer', update }, ...(update === 'CLOSED' && { stopsRetries: true }) }
  const expiry = status === 'CardExpiryChanged' ? parseExpiry(getText(additional, 'expiryDate') ?? '') : undefined
  return expiry ? { cardUpdate: { kind: 'expiry', expiry } } : {}
}
