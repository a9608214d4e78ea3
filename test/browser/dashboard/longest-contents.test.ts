import type { BrowserContext, Page } from '@playwright/test'
import { dashboardRoutes } from '#dashboard/index.ts'
import { AT_REST, expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { measure } from './list-faults.ts'
import { asOperator, newMerchant, signIn } from './merchant-team.ts'

// Every list of the dashboard with the longest contents that the API accepts.

test.use(AT_REST)
test.describe.configure({ timeout: 400_000 })

/** The last is a window of 1280 pixels beside its scrollbar. */
const WIDTHS = [1280, 1366, 390, 1265]

/** The largest amount of a double that fits in an int64. */
const LARGEST = 9_223_372_036_854_774_784n
const REFERENCE = 'W'.repeat(40)
const NAME = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).slice(0, 100).trim()
const EMAIL = `${'w'.repeat(64)}@${`${'w'.repeat(50)}.`.repeat(3)}example`
const CUSTOMER = { first_name: NAME, last_name: NAME, email: EMAIL }

/** Paths of pages with lists, as an owner and as an operator; an ID is that of the longest thing. */
const OWN = [
  ...['', 'transactions', 'transactions/:id', 'sessions', 'sessions/:id', 'payment-links', 'payment-links/:id'],
  ...['customers', 'customers/:id', 'agreements', 'agreements/:id', 'disputes', 'disputes/:id', 'reviews'],
  ...['reviews/:id', 'rules/:kind', 'lists/:list', 'balances', 'settlements', 'analytics', 'keys', 'clients'],
  ...['clients/:id', 'webhooks', 'webhooks/:id', 'events', 'events/:id', 'requests', 'settings', 'appearance'],
  ...['terminals', 'terminals/:id', 'team', 'audit-log', 'account', 'try'],
]
const PLATFORM = [
  ...['', 'merchants', 'find', 'providers', 'providers/:id', 'settlement-files', 'settlement-files/missing'],
  ...['system', 'reversals'],
]

/** Files, forms of one thing, redirects, and pages of records that `settlement-files.test.ts` measures. */
const WITHOUT_LIST = [
  ...['stay', 'transactions.csv', 'transactions/:id/capture', 'transactions/:id/refund', 'transactions/:id/void'],
  ...['settlements/:date.csv', 'customers/:id/cards/:token', 'customers/:id/export', 'disputes/:id/accept'],
  ...['try/:reference', 'keys/public-key.pem', 'rules', 'audit-log.csv', 'providers/new', 'settlement-files/new'],
  ...['settlement-files/:id', 'account/totp', 'account/passkey'],
]

interface Place {
  readonly page: Page
  readonly context: BrowserContext
  readonly demo: Parameters<typeof newMerchant>[0]['demo']
  readonly sql: Parameters<typeof newMerchant>[0]['sql']
}

/** A merchant with the largest payment, signed in. */
async function largestPayment({ context, demo, sql }: Place): Promise<TestMerchant> {
  const merchant = await newMerchant({ demo, sql })
  await sql`update terminals set name = ${NAME} where merchant_id = ${merchant.merchantId}`
  const { personId } = await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
  await sql`update people set name = ${NAME} where person_id = ${personId}`
  const { body } = await merchant.authorize({ amount: LARGEST, reference: REFERENCE, customer: CUSTOMER })
  expect(body.result.status).toBe('APPROVED')
  return merchant
}

/** The lists over the whole page whose rows are cards. */
const CARDS = `[...document.querySelectorAll('main table.list')]
  .filter((table) => table.parentElement.offsetWidth > 900 && getComputedStyle(table).display !== 'table')
  .map((table) => table.dataset.list)`

/** Opens lists at each width; on a screen they are tables. */
async function measureLists({ page, demo }: Place, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await measure(page, `${demo.base_url}/dashboard/${path}`, WIDTHS)
    for (const width of [1280, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await page.evaluate(CARDS), `${path} at ${width}`).toEqual([])
    }
  }
}

test('every page with a list is measured here', () => {
  const pages = dashboardRoutes
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.slice('/dashboard/'.length))
  expect([...pages].sort()).toEqual([...new Set([...OWN, ...PLATFORM, ...WITHOUT_LIST])].sort())
})

test(
  'the longest payment and its settlement day lie inside their tables',
  FULL,
  async ({ page, context, demo, sql }) => {
    const place = { page, context, demo, sql }
    const merchant = await largestPayment(place)
    await measureLists(place, ['settlements', 'transactions'])
    const authorization = { transaction_type: 'AUTHORIZE', amount: 123_456_789_012n }
    await merchant.authorize({ ...authorization, reference: `${REFERENCE.slice(1)}A` })
    await measureLists(place, ['', 'transactions'])
    await asOperator(demo, 'POST', `/admin/merchants/${merchant.merchantId}/terminals`, { name: 'Second' })
    await measureLists(place, ['transactions'])
    await expect(page.locator('[data-list="transactions"] th')).toHaveCount(7)
  },
)

test('the longest contents lie inside every other list', FULL, async ({ page, context, demo, sql }) => {
  const place = { page, context, demo, sql }
  const merchant = await largestPayment(place)
  const { call, merchantId, terminalId } = merchant
  const made = async (path: string, body: object, method = 'POST', headers = {}) => {
    const answer = await call(method, path, { body, headers })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const rules = [{ name: NAME.slice(0, 80), status: 'ACTIVE', when: [], then: { action: 'REVIEW' } }]
  await made('/api/rules/risk', { rules }, 'PUT', { 'if-match': '"0"' })
  const order = {
    terminal_id: terminalId,
    currency: 'EUR',
    description: 'W'.repeat(255),
    reference: REFERENCE.slice(1),
  }
  const session = { ...order, amount: LARGEST, transaction_type: 'PURCHASE', return_url: 'https://shop.example' }
  const { id: sessionId } = await made('/api/sessions', { ...session, customer: CUSTOMER })
  const { id: linkId } = await made('/api/payment-links', { ...order, reference: REFERENCE.slice(2), amount: LARGEST })
  const { id: customerId } = await made('/api/customers', CUSTOMER)
  const url = `https://${'w'.repeat(60)}.example/${'w'.repeat(180)}`
  const { id: endpointId } = await made('/api/webhook-endpoints', { url })
  const { client_id: clientId } = await made('/api/clients', { name: NAME, permissions: ['payments.read'] })
  const { id: eventId } = await made(`/api/webhook-endpoints/${endpointId}/test`, {})
  const saved = { customer: { id: customerId }, tokenization: { save_card_for_future_payments: true } }
  const terms = { purpose: 'RECURRING', description: 'W'.repeat(100), frequency_days: 30, max_amount: LARGEST }
  await made('/api/transactions/authorize', merchant.order({ ...saved, agreement: terms }))
  const metadata = { ...NOT_ENROLLED, simulate_dispute: 'inquiry' }
  const disputed = merchant.order({ amount: LARGEST, reference: `${REFERENCE.slice(3)}ABC`, metadata })
  const { result } = await made('/api/transactions/authorize', disputed)
  await made('/api/lists/block', { kind: 'email', value: EMAIL, reason: 'W'.repeat(255) })
  const found = async (list: string) => (await call('GET', `/api/${list}`)).body.items[0]?.id
  await expect.poll(() => found('disputes'), { timeout: 60_000 }).toBeDefined()
  const filled = {
    ...{ transactions: result.id, sessions: sessionId, 'payment-links': linkId, customers: customerId },
    ...{ agreements: await found('agreements'), disputes: await found('disputes'), reviews: result.id },
    ...{
      rules: 'risk',
      lists: 'block',
      clients: clientId,
      webhooks: endpointId,
      events: eventId,
      terminals: terminalId,
    },
  }
  const fill = (path: string, ids: Readonly<Record<string, string>>) =>
    path.replace(/^([\w-]+)\/:\w+$/, (_whole, list: string) => `${list}/${ids[list]}`)
  await measureLists(
    place,
    OWN.map((path) => fill(path, filled)),
  )
  await sql`update attempts set reversal_given_up_at = now() where merchant_id = ${merchantId} and transaction_id = ${result.id}`
  await sql`update merchants set name = ${NAME} where merchant_id = ${merchantId}`
  const { personId } = await signIn(context, { demo, sql }, 'platform-admin', null)
  const accounts = await asOperator(demo, 'GET', `/admin/merchants/${merchantId}/provider-accounts`)
  const { provider_account_id: account } = accounts.body.items[0]
  await asOperator(demo, 'PATCH', `/admin/provider-accounts/${account}`, { name: NAME })
  await measureLists(place, ['', 'merchants', `find?q=${result.id}`])
  await sql`update dashboard_sessions set merchant_id = ${merchantId} where person_id = ${personId}`
  const missing = `settlement-files/missing?account=${account}&days=0`
  await measureLists(place, [missing, ...PLATFORM.map((path) => fill(path, { providers: account }))])
  await expect(page.locator('[data-list="reversals"] [data-id]').first()).toBeVisible()
  await sql`update attempts set reversal_given_up_at = null where merchant_id = ${merchantId}`
  await sql`delete from dashboard_sessions where person_id = ${personId}`
})
