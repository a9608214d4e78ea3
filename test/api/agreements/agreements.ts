import { expect } from 'vitest'
import type { PlainCard } from '#test/card-encryption.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import type { Shown } from '../manage/follow-ups.ts'
import { SAVE } from '../saved-cards/saved-card-support.ts'

export const TERMS = { purpose: 'RECURRING', description: 'Monthly plan', frequency_days: 30 }

/** Makes an agreement by an approved payment. @returns the record of the payment */
export async function agree(
  merchant: TestMerchant,
  terms = {},
  changes = {},
  card: Partial<PlainCard> = {},
): Promise<Shown> {
  const body = { ...SAVE, agreement: { ...TERMS, ...terms }, ...changes }
  const { result } = (await merchant.authorize(body, card)).body
  expect(result).toMatchObject({ status: 'APPROVED', agreement_id: expect.stringMatching(/^agr_\w{27}$/) })
  return result
}

/** Charges an agreement. @returns the answer's result */
export async function charge(
  merchant: TestMerchant,
  agreement_id: string,
  changes = {},
  metadata = {},
): Promise<Shown> {
  const { status, body } = await merchant.authorize({
    payment_method: { type: 'agreement', data: { agreement_id } },
    browser_info: undefined,
    metadata: { ...NOT_ENROLLED, ...metadata },
    ...changes,
  })
  expect([status, body.action, body.redirect, body.form_submit]).toEqual([200, null, null, null])
  return body.result
}

export async function agreementOf(merchant: TestMerchant, id: string): Promise<Shown> {
  return (await merchant.call('GET', `/api/agreements/${id}`)).body
}

export function change(merchant: TestMerchant, id: string, body: object) {
  return merchant.call('PATCH', `/api/agreements/${id}`, { body })
}

/** The simulated scheme's entries of a transaction, the latest first. */
export async function schemeEntries(merchant: TestMerchant, { id }: Shown): Promise<Shown[]> {
  return (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body.items
}
