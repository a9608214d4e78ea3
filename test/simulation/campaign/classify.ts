import type { Answer, SessionAnswer, Step } from './journal.ts'

interface Problem {
  readonly property: string
  readonly message: string
  readonly params: readonly string[]
}

interface Body {
  readonly errors?: readonly Problem[]
  readonly result?: Record | null
  readonly action?: Action | null
  readonly redirect?: { readonly url: string } | null
  readonly form_submit?: { readonly url: string } | null
  readonly transaction?: Record | null
  readonly transaction_id?: string
  readonly hosted_payment_page_url?: string
}

interface Record {
  readonly id: string
  readonly status: string
  readonly processing_code: string
  readonly transaction_type: string
  readonly payment_method: { readonly token: string | null }
  readonly agreement_id?: string | null
}

interface Action {
  readonly session_id: string
  readonly type: string
  readonly payment_data: string
}

interface Session {
  readonly id: string
  readonly status: string
  readonly transactions?: readonly string[]
}

const NOT_NOW: ReadonlySet<number> = new Set([409, 429])
const DEFINITIVE_NO: ReadonlySet<number> = new Set([400, 404, 422])
const SUCCESS: ReadonlySet<number> = new Set([200, 201])
const NO_STEP = { url: null, sessionId: '', paymentData: null, type: null, fields: {} }

/** Reads an answer of the API as a careful merchant does. */
export function classify(httpStatus: number, text: string): Answer {
  if (httpStatus >= 500 || NOT_NOW.has(httpStatus)) return { class: 'unsure', why: `HTTP ${httpStatus}` }
  const body = bodyIn<Body>(text)
  if (!body) return HALF
  if (DEFINITIVE_NO.has(httpStatus)) return refusal(httpStatus, body)
  return (SUCCESS.has(httpStatus) && success(body)) || odd(httpStatus, text)
}

export const HALF: Answer = { class: 'unsure', why: 'half an answer' }

export function odd(httpStatus: number, text: string): Answer {
  return { class: 'odd', why: `HTTP ${httpStatus}: ${text.slice(0, 300)}` }
}

export function bodyIn<T>(text: string): T | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(httpStatus: number, { errors = [] }: Body): Answer {
  const taken = errors.find(({ property, params }) => property === 'reference' && params.length === 2)
  const why = errors.map(({ property, message }) => `${property}: ${message}`).join('; ')
  return { class: 'no', httpStatus, why, holderId: taken?.params[1] ?? null }
}

function success(body: Body): Answer | undefined {
  if (body.hosted_payment_page_url !== undefined) return sessionIn(body as unknown as Session)
  const record = body.result ?? body.transaction ?? ('transaction_type' in body ? (body as unknown as Record) : null)
  if (record) return answerOf(record)
  const { transaction_id: transactionId, action, redirect, form_submit: form } = body
  const step = stepOf(action, redirect, form)
  return transactionId !== undefined && step ? { class: 'open', transactionId, step } : undefined
}

function sessionIn({ id, status, transactions = [] }: Session): SessionAnswer {
  return { class: 'session', sessionId: id, status, attempts: transactions }
}

function answerOf({ id, status, processing_code: code, payment_method: method, agreement_id }: Record): Answer {
  if (status === 'PENDING') return { class: 'open', transactionId: id, step: null }
  return { class: 'yes', transactionId: id, status, code, cardToken: method.token, agreementId: agreement_id ?? null }
}

function stepOf(action: Body['action'], redirect: Body['redirect'], form: Body['form_submit']): Step | null {
  if (action) {
    const { session_id: sessionId, payment_data: paymentData, type } = action
    return { ...NO_STEP, kind: 'action', sessionId, paymentData, type }
  }
  if (redirect) return { ...NO_STEP, kind: 'redirect', url: redirect.url }
  return form ? { ...NO_STEP, kind: 'form', url: form.url } : null
}
