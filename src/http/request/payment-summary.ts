import { isId } from '#domain/ids.ts'

export interface PaymentSummary {
  readonly processingCode?: string
  readonly transactionId?: string
  readonly reference?: string
}

/** @param asked the request's body, which has the reference if the answer is a next step */
export function summarizePayment(json: unknown, asked: unknown): PaymentSummary {
  const told = fieldsOf(json)
  const record = fieldsOf(told.result ?? told.transaction ?? told)
  const processingCode = fieldsOf(told.result).processing_code
  const transactionId = told.transaction_id ?? record.id
  const reference = record.reference ?? fieldsOf(asked).reference
  return {
    ...(typeof processingCode === 'string' && { processingCode }),
    ...(isTransactionId(transactionId) && { transactionId }),
    ...(typeof reference === 'string' && { reference }),
  }
}

export function transactionIdFrom(params: unknown): string | null {
  const { id } = fieldsOf(params)
  return isTransactionId(id) ? id : null
}

function isTransactionId(value: unknown): value is string {
  return typeof value === 'string' && isId(value, 'trx')
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
