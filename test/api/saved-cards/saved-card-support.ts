import { expect } from 'vitest'
import type { PlainCard } from '#test/card-encryption.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'

/** Fields of an order that save its card. */
export const SAVE = { tokenization: { save_card_for_future_payments: true } }

/** Pays once and saves the card. @returns its token */
export async function saveCard(
  merchant: TestMerchant,
  changes: Record<string, unknown> = {},
  card: Partial<PlainCard> = {},
): Promise<string> {
  const { result } = (await merchant.authorize({ ...SAVE, ...changes }, card)).body
  expect(result).toMatchObject({ status: 'APPROVED', payment_method: { token: expect.stringMatching(/^tok_\w{27}$/) } })
  return result.payment_method.token
}

/** The payment method of a repeat payment. */
export function savedCard(payment_method_id: string, data: Record<string, unknown> = {}) {
  return { payment_method: { type: 'saved_card', data: { payment_method_id, ...data } } }
}

export async function newCustomer(merchant: TestMerchant, fields: Record<string, unknown> = {}): Promise<string> {
  return (await merchant.call('POST', '/api/customers', { body: fields })).body.id
}

/** Lists the vaulted cards of one payment, visible or not. */
export async function vaultedBy({ database }: RunningGateway, transactionId: string) {
  const rows = await database.sql`
    select token, state, customer_id, masked from payment_methods where transaction_id = ${transactionId}`
  return [...rows]
}
