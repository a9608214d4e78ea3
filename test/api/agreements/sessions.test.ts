import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { SAVE } from '../saved-cards/saved-card-support.ts'
import { browserOf, createSession } from '../sessions/browser.ts'
import { agreementOf, charge, TERMS } from './agreements.ts'

// Agreements made on the gateway's pages (docs/reference/hosted-page.md#agreements).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
})
afterAll(() => app.close())

const AGREEMENT = { ...TERMS, max_amount: 5000, ends_on: '2090-01-31' }

it('the payment of a session makes its agreement, which can be charged', async () => {
  const { status, body: session } = await createSession(merchant, { ...SAVE, agreement: AGREEMENT })
  expect(status).toBe(201)
  const paid = (await browserOf(app.baseUrl, merchant, session.id).pay()).body
  expect(paid).toMatchObject({ status: 'APPROVED' })
  const { transaction } = await merchant.status(paid.transaction_id)
  expect(await agreementOf(merchant, transaction.agreement_id)).toMatchObject({ ...TERMS, status: 'ACTIVE' })
  expect(await charge(merchant, transaction.agreement_id)).toMatchObject({ status: 'APPROVED' })
})

it.each([
  ['en-US', ['Monthly plan', 'every 30 days', '€50.00', 'January 31, 2090']],
  ['sv-SE', ['Monthly plan', 'med 30 dagars mellanrum', '50,00', '31 januari 2090']],
  ['ro-RO', ['Monthly plan', 'la fiecare 30 de zile', '50,00', '31 ianuarie 2090']],
  ['bs-BA', ['Monthly plan', 'svakih 30 dana', '50,00', '31. januar 2090']],
])('the hosted page in %s says what the shopper agrees to, and offers only cards', async (locale, words) => {
  const { body: session } = await createSession(merchant, { ...SAVE, agreement: AGREEMENT })
  const page = await (await fetch(`${session.hosted_payment_page_url}?locale=${locale}`)).text()
  const [, said] = /data-field="agreement">([^<]*)</.exec(page) ?? []
  for (const part of words) expect(said?.replaceAll(/\s/g, ' ')).toContain(part)
  expect([...page.matchAll(/data-method="([^"]+)"/g)].map(([, method]) => method)).toEqual(['card'])
})

it('the card frame gets the text of the hosted page; null without an agreement', async () => {
  const { body: session } = await createSession(merchant, { ...SAVE, agreement: AGREEMENT })
  const { frameConfig } = await browserOf(app.baseUrl, merchant, session.id).open()
  for (const [locale, text] of Object.entries(frameConfig.session.agreement as Record<string, string>)) {
    const page = await (await fetch(`${session.hosted_payment_page_url}?locale=${locale}`)).text()
    expect(page).toContain(`data-field="agreement">${text}<`)
  }
  const { body: plain } = await createSession(merchant)
  expect((await browserOf(app.baseUrl, merchant, plain.id).open()).frameConfig.session.agreement).toBeNull()
})

it.each([
  ['tokenization.save_card_for_future_payments', { tokenization: { save_card_for_future_payments: 'ask' } }, AGREEMENT],
  ['agreement.id', SAVE, { id: 'agr_unknown' }],
])('a mistake on %s is a 422', async (property, changes, agreement) => {
  const { status, body } = await createSession(merchant, { ...changes, agreement })
  expect([status, body.errors.map((error: { property: string }) => error.property)]).toEqual([422, [property]])
})
