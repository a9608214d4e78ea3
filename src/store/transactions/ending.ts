import type { FurtherEvent } from '#domain/event-types.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { Awaiting, KeptOutcome, Transaction } from '#domain/transaction.ts'
import type { Receipt } from '../mails/write-mails.ts'

export interface Ending {
  readonly ended: Transaction
  /** State that the transaction must still be in. */
  readonly expected: Awaiting
  /** Of an approved authorization: its provider's limit, else the seconds that it lasts. Null for all others. */
  readonly lasts: { readonly limit: Date | null; readonly seconds: number } | null
  /** Fee of the gateway for the merchant; 0 unless approved. */
  readonly fee: bigint
  /** Ended attempt, if any; reversed if requested. `outcome` if it differs from the transaction's. */
  readonly attempt: {
    readonly attemptId: string
    readonly reversalRequested: boolean
    readonly outcome?: KeptOutcome | undefined
  } | null
  /** With the trace that led to it. */
  readonly event: { readonly id: string; readonly text: string; readonly traceparent: string | null }
  readonly further: readonly FurtherEvent[]
  /** Recipient of a receipt, if the terminal sends one. */
  readonly receiptTo?: string | undefined
}

/** Columns of `ended`, as `toEndedRow` writes them. */
export const ENDED_COLUMNS = `merchant_id text, id text, expected text, attempt_id text, reversal_requested boolean,
  attempt_code text, attempt_message text, status text, processing_code text, response_message text, errors jsonb,
  processing_result jsonb, payment_method jsonb, data jsonb, review text, systan integer, captured_amount bigint,
  fee_amount bigint, authentication_status text, authentication_level smallint, event_id text, event text,
  traceparent text, further json, at timestamptz, finished_at timestamptz, capture_by timestamptz,
  lasts_until timestamptz, lasts_seconds float8`

/** Writes an ending for `json_to_recordset`. @param isPast true if it ended when its record says, not now */
export function toEndedRow(ending: Ending, isPast: boolean) {
  const { ended, expected, lasts, fee, attempt, event, further } = ending
  return {
    merchant_id: ended.merchantId,
    id: ended.id,
    expected,
    attempt_id: attempt?.attemptId ?? null,
    reversal_requested: attempt?.reversalRequested ?? false,
    attempt_code: attempt?.outcome?.code,
    attempt_message: attempt?.outcome?.responseMessage,
    status: ended.status,
    processing_code: ended.processingCode,
    response_message: ended.responseMessage,
    errors: ended.errors,
    processing_result: ended.processingResult,
    payment_method: ended.paymentMethod,
    data: ended.data,
    review: ended.review,
    systan: ended.systan,
    captured_amount: exactInteger(ended.capturedAmount),
    fee_amount: exactInteger(fee),
    authentication_status: ended.authentication.status,
    authentication_level: ended.authentication.level,
    event_id: event.id,
    event: event.text,
    traceparent: event.traceparent,
    further: further.map(({ id, type, body }) => ({ id, type, body })),
    at: ended.updatedAt.toISOString(),
    finished_at: isPast ? ended.updatedAt.toISOString() : null,
    capture_by: ended.captureBy?.toISOString() ?? null,
    lasts_until: (lasts?.limit ?? (isPast ? limitSince(ending) : null))?.toISOString() ?? null,
    lasts_seconds: lasts?.seconds ?? null,
  }
}

export function receiptsOf(endings: readonly Ending[]): readonly Receipt[] {
  return endings.flatMap(({ ended, receiptTo }) =>
    receiptTo === undefined ? [] : [{ id: ended.id, recipient: receiptTo, isOfLink: ended.paymentLinkId !== null }],
  )
}

/** Limit of an authorization of the past; the database adds that of a current one. */
function limitSince({ ended, lasts }: Ending): Date | null {
  return lasts && new Date(ended.updatedAt.getTime() + lasts.seconds * 1000)
}
