/** What the merchant learned from one answer. */
export type Answer =
  /** A final record: the merchant acts on it. */
  | {
      readonly class: 'yes'
      readonly transactionId: string
      readonly status: string
      readonly code: string
      readonly cardToken: string | null
    }
  /** This request did nothing; `holderId` is what holds its reference, where that is why. */
  | { readonly class: 'no'; readonly httpStatus: number; readonly why: string; readonly holderId: string | null }
  /** It is under way: pending, or a step of the shopper's is due. */
  | { readonly class: 'open'; readonly transactionId: string; readonly step: Step | null }
  /** Anything may have happened: a reset, a time-out, 5xx, or 409 while another request runs. */
  | { readonly class: 'unsure'; readonly why: string }
  /** An answer that the contract does not know. */
  | { readonly class: 'odd'; readonly why: string }

/** What the shopper has to do next. */
export interface Step {
  readonly kind: 'action' | 'redirect' | 'form'
  readonly url: string | null
  readonly sessionId: string
  readonly paymentData: string | null
  readonly type: string | null
}

/** What the merchant wanted, once, however often it had to ask. */
export interface Operation {
  /** Stands in the metadata of everything that comes of it. */
  readonly name: string
  /** `PURCHASE`, `REFUND` …, the transaction type; `READ` and `STEP` make no transaction. */
  readonly kind: string
  readonly reference: string
  readonly amount: number
}

/** One request and its answer. */
export interface Exchange {
  readonly operation: string
  readonly request: string
  /** Milliseconds since the run began. */
  readonly sentAt: number
  readonly answeredAt: number
  readonly answer: Answer
}

/** The client's own journal: all that the auditor believes about what merchants were told. */
export interface Journal {
  readonly operations: Operation[]
  readonly exchanges: Exchange[]
}

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
  readonly status?: string
}

interface Record {
  readonly id: string
  readonly status: string
  readonly processing_code: string
  readonly transaction_type: string
  readonly payment_method: { readonly token: string | null }
}

interface Action {
  readonly session_id: string
  readonly type: string
  readonly payment_data: string
}

const NOT_NOW: ReadonlySet<number> = new Set([409, 429])
const DEFINITIVE_NO: ReadonlySet<number> = new Set([400, 404, 422])

/** Reads an answer as a careful merchant does. */
export function classify(httpStatus: number, text: string): Answer {
  if (httpStatus >= 500 || NOT_NOW.has(httpStatus)) return { class: 'unsure', why: `HTTP ${httpStatus}` }
  const body = bodyIn(text)
  if (!body) return { class: 'unsure', why: 'half an answer' }
  if (DEFINITIVE_NO.has(httpStatus)) return refusal(httpStatus, body)
  return (httpStatus === 200 && success(body)) || { class: 'odd', why: `HTTP ${httpStatus}: ${text.slice(0, 300)}` }
}

function bodyIn(text: string): Body | undefined {
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
  const record = body.result ?? body.transaction ?? ('transaction_type' in body ? (body as unknown as Record) : null)
  if (record) return answerOf(record)
  const { transaction_id: transactionId, action, redirect, form_submit: form } = body
  const step = stepOf(action, redirect, form)
  return transactionId !== undefined && step ? { class: 'open', transactionId, step } : undefined
}

function answerOf({ id, status, processing_code: code, payment_method: method }: Record): Answer {
  if (status === 'PENDING') return { class: 'open', transactionId: id, step: null }
  return { class: 'yes', transactionId: id, status, code, cardToken: method.token }
}

function stepOf(action: Body['action'], redirect: Body['redirect'], form: Body['form_submit']): Step | null {
  const nothing = { url: null, sessionId: '', paymentData: null, type: null }
  if (action) {
    const { session_id: sessionId, payment_data: paymentData, type } = action
    return { ...nothing, kind: 'action', sessionId, paymentData, type }
  }
  if (redirect) return { ...nothing, kind: 'redirect', url: redirect.url }
  return form ? { ...nothing, kind: 'form', url: form.url } : null
}
