import { type ApiAnswer, answerWith, getText, type ProcessingCode, type ProviderAnswer } from '#providers/port/tools.ts'

/** The payer must choose another way to pay, or approve again. */
const PAYER_AGAIN = [
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'ORDER_NOT_APPROVED',
]

/** It may have been executed already: the order shows it. */
const ASK = ['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_INVOICE_ID']

/** Codes of issues; every other one is a decline, with its name kept. */
const CODES: Readonly<Record<string, ProcessingCode>> = {
  PAYEE_BLOCKED_TRANSACTION: '4101',
  TRANSACTION_BLOCKED_BY_PAYEE: '4101',
  // About the merchant's account, not the payer: another provider may support it.
  ACTION_DOES_NOT_MATCH_INTENT: '1001',
  AUTH_CAPTURE_NOT_ENABLED: '1001',
  CONSENT_NEEDED: '1001',
  INVALID_ACCOUNT_STATUS: '1001',
  PAYEE_ACCOUNT_INVALID: '1001',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: '1001',
  PAYEE_ACCOUNT_RESTRICTED: '1001',
  PERMISSION_DENIED: '1001',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: '1001',
  // Of a refund: the merchant's balance.
  REFUND_FAILED_INSUFFICIENT_FUNDS: '1004',
}

/** Name of an error: `INSTRUMENT_DECLINED`, `INVALID_REQUEST` or, for a token, `invalid_client`. */
export function issueOf({ json }: ApiAnswer): string {
  return getText(json, 'details.0.issue') ?? getText(json, 'name') ?? getText(json, 'error') ?? 'UNKNOWN'
}

export function requiresPayerAction(answer: ApiAnswer): boolean {
  return PAYER_AGAIN.includes(issueOf(answer))
}

export function mayHaveSucceeded(answer: ApiAnswer): boolean {
  return ASK.includes(issueOf(answer))
}

/** True if a request with the same key is in progress. */
export function isInProgress(answer: ApiAnswer): boolean {
  return answer.status === 409 || issueOf(answer) === 'PREVIOUS_REQUEST_IN_PROGRESS'
}

/** 4xx answers, which all mean that no money moved: a refusal of the payment, or of the request. */
export function refusalOf(answer: ApiAnswer): ProviderAnswer {
  const issue = issueOf(answer)
  const code = CODES[issue] ?? (answer.status === 422 ? '1000' : '1001')
  return answerWith(code, code === '1001' ? 'PayPal did not process it.' : 'PayPal declined.', {
    providerResponseCode: issue,
    providerResponseMessage: getText(answer.json, 'details.0.description') ?? getText(answer.json, 'message') ?? null,
  })
}
