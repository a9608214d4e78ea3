import { afterAll, beforeAll, expect, it } from 'vitest'
import { encryptField } from '#test/card-encryption.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { createSession, openBrowser, TYPED_CARD } from '../sessions/browser.ts'
import { pay, withProof } from '../wallet-tokens/wallet.ts'

// What cards expire by is the merchant's own clock (docs/reference/requests.md#encrypted-fields).

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/** A year ahead is good today, and past after 700 days. */
const year = String(new Date().getUTCFullYear() + 1)
const month = '12'

const advance = (merchant: TestMerchant, seconds: number) =>
  merchant.call('POST', '/api/test-clock', { body: { advance_seconds: seconds } })

/** Finds out if a card of that month is accepted: encrypted, as a network token, in a wallet token, on either page. */
async function takenBy(merchant: TestMerchant): Promise<unknown[]> {
  const token = {
    encrypted_token_number: encryptField(merchant.publicKey, '4111111111111111'),
    encrypted_expiration_month: encryptField(merchant.publicKey, month),
    encrypted_expiration_year: encryptField(merchant.publicKey, year),
  }
  const browser = await openBrowser(app.baseUrl, merchant)
  const { id } = (await createSession(merchant)).body
  const form = new URLSearchParams({
    method: 'card',
    number: '4111111111111111',
    expiry: `${month}/${year.slice(2)}`,
    cvc: '123',
  })
  const answers = [
    await merchant.authorize({}, { expirationMonth: month, expirationYear: year }),
    await merchant.authorize({ payment_method: { type: 'network-token', data: token } }),
    await pay(merchant, await withProof(merchant, { expiration_month: Number(month), expiration_year: Number(year) })),
    await browser.pay({ ...TYPED_CARD, expiry_month: month, expiry_year: year }),
    await fetch(`${app.baseUrl}/hosted-payment-page/${id}/pay`, { method: 'POST', body: form, redirect: 'manual' }),
  ]
  return answers.map(({ status }) => status)
}

it('a test clock moves the expiry of every kind of card, and no wallet token', async () => {
  const merchant = await app.newMerchant()
  expect(await takenBy(merchant)).toEqual([200, 200, 200, 200, 303])
  for (let step = 0; step < 2; step++) expect((await advance(merchant, 31_622_400)).status).toBe(200)
  expect(await takenBy(merchant)).toEqual([422, 422, 422, 422, 422])
  const { status } = await pay(
    merchant,
    await withProof(merchant, { expiration_month: 12, expiration_year: Number(year) + 3 }),
  )
  expect(status).toBe(200)
})

it('a saved card counts as expired on the hosted page by the same clock', async () => {
  const merchant = await app.newMerchant()
  const customer = (await merchant.call('POST', '/api/customers', { body: { first_name: 'Ada' } })).body
  const saving = { customer: { id: customer.id }, tokenization: { save_card_for_future_payments: true } }
  const saved = await merchant.authorize(saving, { expirationMonth: month, expirationYear: year })
  expect(saved.body.result.payment_method.token).toBeTruthy()
  const page = async () => {
    const { id } = (await createSession(merchant, { customer: { id: customer.id } })).body
    return (await fetch(`${app.baseUrl}/hosted-payment-page/${id}`)).text()
  }
  expect(await page()).not.toContain('data-expired')
  for (let step = 0; step < 2; step++) await advance(merchant, 31_622_400)
  expect(await page()).toContain('data-expired')
})
