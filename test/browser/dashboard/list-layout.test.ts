import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { AT_REST, expect, FULL, fullUnless, test } from '#test/browser-test.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newPerson } from '#test/visitor.ts'
import { FAULTS, measure } from './list-faults.ts'
import { asOperator, newMerchant, signIn } from './merchant-team.ts'

test.use(AT_REST)
test.describe.configure({ timeout: 240_000 })

const WIDTHS = [320, 375, 768, 1120, 1280, 1366, 1600, 1920]

const PERSON = 'Wilhelmina Featherstonehaugh'
const TERMINAL = 'Constantinople Street'
/** Always the same, so that it takes the same room in every run. */
const REFERENCE = 'constantinople-street-2026-000417'

type Place = Parameters<typeof newMerchant>[0]

async function withLongContents({ demo, sql }: Place, terminals: 'one' | 'several'): Promise<TestMerchant> {
  const merchant = await newMerchant({ demo, sql })
  const { merchantId } = merchant
  await sql`update terminals set name = ${TERMINAL} where merchant_id = ${merchantId}`
  if (terminals === 'several') {
    await asOperator(demo, 'POST', `/admin/merchants/${merchantId}/terminals`, { name: 'Wolverhampton Crossroads' })
  }
  return merchant
}

/** Signs in a person with a long name. */
async function signInLong(context: BrowserContext, place: Place, merchantId: string | null) {
  const { personId } = await signIn(context, place, merchantId === null ? 'platform-admin' : 'owner', merchantId)
  await place.sql`update people set name = ${PERSON} where person_id = ${personId}`
  return personId
}

/** Pays by American Express in lei and has a person refund a part. @returns the payment's id */
async function refundedPayment(page: Page, baseUrl: string, { authorize }: TestMerchant): Promise<string> {
  const amex = { number: '378282246310005', cvv: '1234' }
  const order = { currency: 'RON', amount: 999_999_999, reference: REFERENCE }
  const { id } = (await authorize(order, amex)).body.result
  await page.goto(`${baseUrl}/dashboard/transactions/${id}/refund`)
  await page.getByLabel('Amount in RON').fill('1234567.89')
  await page.locator('[data-action="confirm"]').click()
  await expect(page.locator('[data-list="follow-ups"] [data-id]')).toHaveCount(1)
  return id
}

for (const terminals of ['one', 'several'] as const) {
  const title = `payments with long contents lie inside their tables, and those inside their columns, with terminals: ${terminals}`
  test(title, fullUnless(terminals === 'several'), async ({ page, context, demo, sql }) => {
    const merchant = await withLongContents({ demo, sql }, terminals)
    await signInLong(context, { demo, sql }, merchant.merchantId)
    const paid = await refundedPayment(page, demo.base_url, merchant)
    await measure(page, `${demo.base_url}/dashboard/transactions/${paid}`, WIDTHS)
    await measure(page, `${demo.base_url}/dashboard/transactions`, WIDTHS)
    await expect(page.locator('th', { hasText: 'Terminal' })).toHaveCount(terminals === 'one' ? 0 : 1)
    await expect(page.locator(`[data-id="${paid}"] [data-field="terminal"]`)).toHaveText(TERMINAL)
    await measure(page, `${demo.base_url}/dashboard/analytics`, WIDTHS)
    await newPerson({ sql }, 'support', merchant.merchantId)
    await page.goto(`${demo.base_url}/dashboard/team`)
    await page.locator('details.more summary').first().click()
    const faults: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      faults.push(...(await page.evaluate<string[]>(FAULTS)).map((fault) => `${width}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
}

test(
  'there is no width between a phone and a large screen at which a table sticks out',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await withLongContents({ demo, sql }, 'several')
    await signInLong(context, { demo, sql }, merchant.merchantId)
    const paid = await refundedPayment(page, demo.base_url, merchant)
    const widths = Array.from({ length: 201 }, (_, index) => 320 + index * 8)
    await measure(page, `${demo.base_url}/dashboard/transactions/${paid}`, widths)
    await measure(page, `${demo.base_url}/dashboard/transactions`, widths)
    for (const path of ['', '/events', '/audit-log', '/team']) {
      await measure(page, `${demo.base_url}/dashboard${path}`, widths)
    }
  },
)

/** Has something stand in every list of the merchant, with long contents. @returns the pages, by their paths */
async function fillLists(place: Place, merchant: TestMerchant, paid: string): Promise<readonly string[]> {
  const { call, merchantId } = merchant
  const person = { email: `${'featherstonehaugh.'.repeat(3)}${randomUUID()}@constantinople.example` }
  const customer = { first_name: 'Wilhelmina', last_name: 'Featherstonehaugh', ...person }
  const { id: customerId } = (await call('POST', '/api/customers', { body: customer })).body
  const saved = { customer: { id: customerId }, tokenization: { save_card_for_future_payments: true } }
  await merchant.authorize({ ...saved, currency: 'RON', amount: 999_999_999, reference: REFERENCE })
  await merchant.authorize({ amount: 0 })
  const order = { terminal_id: merchant.terminalId, reference: 'R'.repeat(40), description: 'D'.repeat(255) }
  const terms = {
    currency: 'RON',
    amount: 999_999_999,
    transaction_type: 'PURCHASE',
    return_url: 'https://shop.example',
  }
  const session = (await call('POST', '/api/sessions', { body: { ...order, ...terms } })).body.id
  const url = 'https://constantinople.example/webhooks/of/the/whole/shop/and/of/nothing/else'
  const endpoint = (await call('POST', '/api/webhook-endpoints', { body: { url } })).body.id
  const event = (await call('POST', `/api/webhook-endpoints/${endpoint}/test`, { body: {} })).body.id
  await newPerson(place, 'support', merchantId)
  const lists = [
    'sessions',
    'customers',
    'events',
    'webhooks',
    'terminals',
    'requests',
    'audit-log',
    'agreements',
    'clients',
    'payment-links',
    'appearance',
    'team',
    'account',
    'try',
  ]
  const money = ['balances', 'settlements', 'analytics', 'keys', 'settings', `transactions/${paid}/refund`]
  const things = [`sessions/${session}`, `customers/${customerId}`, `events/${event}`, `webhooks/${endpoint}`]
  return [...lists, ...money, ...things, `terminals/${merchant.terminalId}`]
}

test(
  'every other list of the dashboard lies inside its column and holds its cells',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await withLongContents({ demo, sql }, 'several')
    await signInLong(context, { demo, sql }, merchant.merchantId)
    const paid = await refundedPayment(page, demo.base_url, merchant)
    for (const path of await fillLists({ demo, sql }, merchant, paid)) {
      await measure(page, `${demo.base_url}/dashboard/${path}`, WIDTHS)
    }
    await measure(page, `${demo.base_url}/dashboard`, WIDTHS)
    const personId = await signInLong(context, { demo, sql }, null)
    for (const path of ['merchants', `find?q=${paid}`, 'providers', 'system', 'transactions']) {
      await measure(page, `${demo.base_url}/dashboard/${path}`, WIDTHS)
      await sql`update dashboard_sessions set merchant_id = ${merchant.merchantId} where person_id = ${personId}`
    }
  },
)
