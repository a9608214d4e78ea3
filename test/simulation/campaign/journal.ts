/** Meaning of one answer for the merchant or a shopper's browser. */
export type Answer =
  /** A final record: the merchant acts on it. */
  | {
      readonly class: 'yes'
      readonly transactionId: string
      readonly status: string
      readonly code: string
      readonly cardToken: string | null
      readonly agreementId: string | null
    }
  /** This request did nothing; `holderId` is what holds its reference, where that is why. */
  | { readonly class: 'no'; readonly httpStatus: number; readonly why: string; readonly holderId: string | null }
  /** It is in progress: pending, or a step of the shopper's is due. */
  | { readonly class: 'open'; readonly transactionId: string; readonly step: Step | null }
  | SessionAnswer
  /** Anything may have happened: a reset, a time-out, 5xx, or 409 while another request runs. */
  | { readonly class: 'unsure'; readonly why: string }
  /** An answer that the interface does not know. */
  | { readonly class: 'odd'; readonly why: string }

export interface SessionAnswer {
  readonly class: 'session'
  readonly sessionId: string
  readonly status: string
  /** Ids, newest first. */
  readonly attempts: readonly string[]
}

export interface Step {
  readonly kind: 'action' | 'redirect' | 'form'
  readonly url: string | null
  readonly sessionId: string
  readonly paymentData: string | null
  readonly type: string | null
  /** Fields that our page posts to `url`; of an action. */
  readonly fields: Readonly<Record<string, string>>
}

/** Intention of the merchant, named once for all its requests. */
export interface Operation {
  /** Stands in the metadata of everything that comes of it. */
  readonly name: string
  /** `PURCHASE`, `REFUND` …, the transaction type; `READ` and `STEP` make no transaction. */
  readonly kind: string
  readonly reference: string
  readonly amount: number
}

export interface Exchange {
  readonly operation: string
  readonly request: string
  /** Milliseconds since the run began. */
  readonly sentAt: number
  readonly answeredAt: number
  readonly answer: Answer
}

/** The client's own journal: all that the auditor believes about answers to merchants and shoppers. */
export interface Journal {
  readonly operations: Operation[]
  readonly exchanges: Exchange[]
}
