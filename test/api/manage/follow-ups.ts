import { expect } from 'vitest'
import type { HttpAnswer, TestMerchant } from '#test/test-merchant.ts'

/** A record as the API shows it. */
// biome-ignore lint/suspicious/noExplicitAny: tests hold records against the reference field by field
export type Shown = any

export type Operation = 'CAPTURE' | 'REFUND' | 'VOID'

/** An approved card transaction. */
export async function approved(merchant: TestMerchant, changes: Record<string, unknown> = {}): Promise<Shown> {
  const { result } = (await merchant.authorize(changes)).body
  expect(result).toMatchObject({ status: 'APPROVED' })
  return result
}

export function authorized(merchant: TestMerchant, changes: Record<string, unknown> = {}): Promise<Shown> {
  return approved(merchant, { transaction_type: 'AUTHORIZE', ...changes })
}

export async function captured(merchant: TestMerchant, amount: unknown, captures: unknown): Promise<Shown> {
  const original = await authorized(merchant, { amount })
  await done(merchant, original, 'CAPTURE', { amount: captures })
  return original
}

/** The complete body of a follow-up on this transaction, with changes; undefined removes a field. */
export function bodyFor(parent: Shown, transaction_type: Operation, changes: Record<string, unknown> = {}) {
  const { terminal_id, currency, amount, reference, id } = parent
  return { terminal_id, currency, amount, reference, transaction_type, parent_transaction_id: id, ...changes }
}

export function ask(merchant: TestMerchant, body: Record<string, unknown>, at?: string): Promise<HttpAnswer> {
  return merchant.call('POST', '/api/transactions/manage', { body, ...(at !== undefined && { at }) })
}

/** Asks for a follow-up. @returns its record */
export async function follow(
  merchant: TestMerchant,
  parent: Shown,
  operation: Operation,
  changes: Record<string, unknown> = {},
): Promise<Shown> {
  const { status, body } = await ask(merchant, bodyFor(parent, operation, changes))
  expect(status).toBe(200)
  return body
}

/** One that is approved. */
export async function done(
  merchant: TestMerchant,
  parent: Shown,
  operation: Operation,
  changes: Record<string, unknown> = {},
): Promise<Shown> {
  const record = await follow(merchant, parent, operation, changes)
  expect(record).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
  return record
}

/** One that is refused for its business: the bare record, INVALID 2000. */
export async function refused(
  merchant: TestMerchant,
  parent: Shown,
  operation: Operation,
  changes: Record<string, unknown> = {},
  property = 'transaction_type',
): Promise<Shown> {
  const record = await follow(merchant, parent, operation, changes)
  expect(record).toMatchObject({ status: 'INVALID', processing_code: '2000', errors: [{ property }] })
  return record
}

/** Captured and refunded sums of an original's record, as status shows it. */
export async function sumsOf(merchant: TestMerchant, { id }: Shown): Promise<[captured: bigint, refunded: bigint]> {
  const { transaction } = await merchant.status(id)
  return [transaction.captured_amount, transaction.refunded_amount]
}
