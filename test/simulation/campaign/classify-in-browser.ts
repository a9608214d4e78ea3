import { bodyIn, HALF, odd } from './classify.ts'
import type { Answer, Step } from './journal.ts'

/** Answer of our page about an attempt, or its refusal. */
interface Body {
  readonly code?: string
  readonly transaction_id?: string
  readonly status?: string
  readonly processing_code?: string
  readonly action?: { readonly type: string; readonly url: string | null; readonly fields: Step['fields'] }
  readonly redirect?: { readonly url: string }
}

/**
 * Codes of definitive refusals, for any HTTP status (docs/reference/processing-codes.md#codes-of-the-embedded-fields).
 */
const STANDS: ReadonlySet<string> = new Set(['session_completed', 'session_expired', 'invalid_fields'])

/** Reads an answer as the card's frame does. */
export function classifyInBrowser(httpStatus: number, text: string): Answer {
  if (httpStatus >= 500) return { class: 'unsure', why: `HTTP ${httpStatus}` }
  const body = bodyIn<Body>(text)
  if (!body) return HALF
  if (body.code !== undefined && STANDS.has(body.code)) {
    return { class: 'no', httpStatus, why: body.code, holderId: null }
  }
  return (httpStatus === 200 && tryIn(body)) || odd(httpStatus, text)
}

function tryIn({ transaction_id: transactionId, status, processing_code: code, ...body }: Body): Answer | undefined {
  if (transactionId === undefined || status === undefined || code === undefined) return undefined
  if (status === 'PENDING') return { class: 'open', transactionId, step: stepOf(body) }
  return { class: 'yes', transactionId, status, code, cardToken: null, agreementId: null }
}

function stepOf({ action, redirect }: Pick<Body, 'action' | 'redirect'>): Step | null {
  const nothing = { sessionId: '', paymentData: null, type: null, fields: {} }
  if (action) return { ...nothing, kind: 'action', ...action }
  return redirect ? { ...nothing, kind: 'redirect', url: redirect.url } : null
}
