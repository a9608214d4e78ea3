import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { agree, agreementOf, change, charge, TERMS } from '../agreements/agreements.ts'
import { advance, DAY, eventsOfType } from '../expiry/expiries.ts'
import { SAVE } from '../saved-cards/saved-card-support.ts'
import { changeLink, createLink, openHostedPage, payLink, postLink, readLink, visit } from './links.ts'

// Agreements that payments of links make (docs/reference/payment-links.md#the-link).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
})
afterAll(() => app.close())

const agreementIdOf = async (linkId: string): Promise<string> => {
  const { last_transaction_id: id } = await readLink(merchant, linkId)
  return (await merchant.status(id)).transaction.agreement_id
}

it('the payment of a link makes its agreement and completes the link', async () => {
  const agreement = { ...TERMS, max_amount: 5000, ends_on: '2090-01-31' }
  const link = await createLink(merchant, { ...SAVE, agreement })
  expect(link.agreement).toEqual({ ...agreement, max_amount: 5000n })
  const page = await visit(await openHostedPage(link.url))
  expect(page.html).toMatch(/data-field="agreement">[^<]*Monthly plan/)
  await payLink(link.url)
  const paid = await readLink(merchant, link.id)
  expect(paid).toMatchObject({ status: 'COMPLETED', payments: 1, collected_amount: 4900n, agreement: link.agreement })
  const id = await agreementIdOf(link.id)
  expect(await agreementOf(merchant, id)).toMatchObject({ ...TERMS, status: 'ACTIVE', max_amount: 5000n })
  expect(await charge(merchant, id, { amount: 5000 })).toMatchObject({ status: 'APPROVED' })
  expect((await changeLink(merchant, link.id, { agreement: TERMS })).body.errors).toMatchObject([
    { property: 'agreement' },
  ])
  const completed = await eventsOfType(merchant, 'payment_link.completed')
  expect(completed).toMatchObject([{ id: link.id, agreement: link.agreement }])
})

it('the payment of a link moves an agreement to its card', async () => {
  const { agreement_id: id, payment_method: before } = await agree(merchant, {}, {}, { number: '5555555555554444' })
  const link = await createLink(merchant, { ...SAVE, agreement: { id } })
  expect(link.agreement).toEqual({ id })
  await payLink(link.url)
  expect(await agreementIdOf(link.id)).toBe(id)
  const { payment_method: after } = await agreementOf(merchant, id)
  expect([before.brand, after.brand]).toEqual(['mastercard', 'visa'])
})

it('a declined payment gives its place back and ends its agreement', async () => {
  const metadata = { response_code: 'TRX_STATUS_DECLINED', simulated_flow: 'VERSIONING_NOT_ENROLLED' }
  const link = await createLink(merchant, { ...SAVE, agreement: TERMS, metadata })
  await payLink(link.url)
  expect(await readLink(merchant, link.id)).toMatchObject({ status: 'ACTIVE', payments: 0 })
  expect(await agreementOf(merchant, await agreementIdOf(link.id))).toMatchObject({
    status: 'CANCELED',
    stop_reason: 'FIRST_PAYMENT_FAILED',
  })
  expect((await openHostedPage(link.url)).length).toBeGreaterThan(0)
})

it('each payment of a link for several makes another agreement', async () => {
  const link = await createLink(merchant, { ...SAVE, agreement: TERMS, max_payments: 2 })
  await payLink(link.url)
  const first = await agreementIdOf(link.id)
  await payLink(link.url)
  expect(await readLink(merchant, link.id)).toMatchObject({ status: 'COMPLETED', payments: 2 })
  expect(await agreementIdOf(link.id)).not.toBe(first)
})

it.each([
  ['tokenization.save_card_for_future_payments', { agreement: TERMS }],
  ['agreement.id', { ...SAVE, agreement: { id: 'agr_unknown' } }],
  ['agreement.ends_on', { ...SAVE, agreement: { ...TERMS, ends_on: '2020-01-01' } }],
  ['payment_methods', { ...SAVE, agreement: TERMS, payment_methods: ['UPI'] }],
])('a mistake on %s is a 422', async (property, changes) => {
  const { status, body } = await postLink(merchant, changes)
  expect([status, body.errors.map((error: { property: string }) => error.property)]).toEqual([422, [property]])
})

it('names every fault of the agreement in one 422', async () => {
  const agreement = { id: 'agr_1', purpose: 'RENT', ends_on: '2020-01-01' }
  const { body } = await postLink(merchant, { agreement })
  const properties = new Set(body.errors.map((error: { property: string }) => error.property))
  expect([...properties].sort()).toEqual([
    'agreement.ends_on',
    'agreement.frequency_days',
    'agreement.id',
    'agreement.purpose',
    'tokenization.save_card_for_future_payments',
  ])
})

it('accepts no payment once its agreement is over', async () => {
  const shop = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  const { agreement_id: id } = await agree(shop)
  const ends_on = new Date(Date.now() + DAY * 1000).toISOString().slice(0, 10)
  const links = [
    await createLink(shop, { ...SAVE, agreement: { id } }),
    await createLink(shop, { ...SAVE, agreement: { ...TERMS, ends_on } }),
  ]
  await change(shop, id, { status: 'CANCELED' })
  await advance(shop, 3 * DAY)
  for (const { url } of links) {
    for (const form of [undefined, {}]) {
      const { status, html } = await visit(url, form)
      expect([status, html.includes('data-action="link-pay"')]).toEqual([200, false])
    }
  }
})
