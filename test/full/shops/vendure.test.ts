// @module-tag full
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/ports.ts'
import playwright from '../../../playwright.config.ts'
import { Bank } from '../../browser/pages/bank.ts'
import { HostedPage } from '../../browser/pages/hosted-page.ts'
import { ADMINISTRATOR, keepPicture, keepsPictures } from './admin.ts'
import { command, installShop, type ShopProcess, startShop } from './shop.ts'
import { openStage, type Stage } from './stage.ts'

// A real Vendure shop takes payments through plugins/vendure.

// biome-ignore lint/suspicious/noExplicitAny: answers of the shop, of which tests name a few fields
type Answer = any

const WITHIN = { timeout: 30_000, interval: 200 }
const { user, password: ADMIN_PASSWORD } = ADMINISTRATOR
const ORDER = 'id code state totalWithTax payments { id state amount transactionId refunds { total state } }'

let missing: string | undefined
let stage: Stage
let shop: ShopProcess
let launch: () => Promise<ShopProcess>
let shopUrl: string
let admin: (query: string, variables?: object) => Promise<Answer>
let browser: Browser

beforeAll(async () => {
  const installed = await installShop('vendure')
  missing = installed.missing
  if (missing) return console.warn(`Skipped: ${missing}`)
  stage = await openStage('shop_vendure')
  const port = await freePort()
  shopUrl = `http://127.0.0.1:${port}`
  const { secret } = await stage.tollgate.webhookEndpoints.create({ url: `${shopUrl}/payments/tollgate` })
  const env = {
    ...{ DATABASE_URL: stage.booksUrl, SHOP_PORT: String(port), ADMIN_PASSWORD, VENDURE_DISABLE_TELEMETRY: 'true' },
    TOLLGATE_OPTIONS: JSON.stringify({ ...stage.access, webhookSecret: secret, returnUrls: [`${shopUrl}/health`] }),
  }
  await command(installed.folder, ['populate.js'], env)
  if (keepsPictures) await command(installed.folder, ['node_modules/vite/bin/vite.js', 'build'], env)
  launch = () => startShop(installed.folder, ['start.js'], env, `${shopUrl}/health`)
  ;[shop, browser] = await Promise.all([launch(), chromium.launch(playwright.use!.launchOptions)])
  const { token } = await signIn()
  admin = async (query, variables = {}) => (await ask('admin-api', query, variables, token)).data
}, 900_000)
afterAll(async () => {
  await Promise.all([browser?.close(), shop?.stop()])
  await stage?.close()
}, 60_000)
beforeEach(({ skip }) => skip(missing !== undefined, missing))

async function ask(api: 'admin-api' | 'shop-api', query: string, variables: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const body = JSON.stringify({ query, variables })
  const answer = await fetch(`${shopUrl}/${api}`, { method: 'POST', headers, body })
  const { data, errors } = (await answer.json()) as { data: Answer; errors?: readonly { message: string }[] }
  return { data: data ?? { errors }, errors, token: answer.headers.get('vendure-auth-token') ?? token! }
}

const signIn = () =>
  ask('admin-api', `mutation($password: String!) { login(username: "${user}", password: $password) { __typename } }`, {
    password: ADMIN_PASSWORD,
  })

/** A shopper with a basket, ready to pay. */
interface Shopper {
  readonly code: string
  shop(query: string): Promise<Answer>
}

async function newShopper(quantity = 2): Promise<Shopper> {
  const { data, token } = await ask(
    'shop-api',
    `mutation { addItemToOrder(productVariantId: 1, quantity: ${quantity}) { ... on Order { code } } }`,
    {},
  )
  const shopper = {
    code: data.addItemToOrder.code,
    shop: async (query: string) => (await ask('shop-api', query, {}, token)).data,
  }
  const customer = '{ firstName: "Ada", lastName: "Lovelace", emailAddress: "ada@shop.example" }'
  const address = '{ streetLine1: "1 Mill Lane", countryCode: "DE" }'
  await shopper.shop(`mutation { setCustomerForOrder(input: ${customer}) { __typename } }`)
  await shopper.shop(`mutation { setOrderShippingAddress(input: ${address}) { __typename } }`)
  const { eligibleShippingMethods } = await shopper.shop('{ eligibleShippingMethods { id } }')
  await shopper.shop(
    `mutation { setOrderShippingMethod(shippingMethodId: ["${eligibleShippingMethods[0].id}"]) { __typename } }`,
  )
  return shopper
}

async function openPage(shopper: Shopper): Promise<{ readonly url: string; readonly sessionId: string }> {
  const data = await shopper.shop(
    `mutation { createTollgatePayment(returnUrl: "${shopUrl}/health?paid") { url sessionId } }`,
  )
  return data.createTollgatePayment
}

const show = async ({ code }: Shopper) =>
  (
    await admin(
      `query($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { ${ORDER} } } }`,
      { code },
    )
  ).orders.items[0]
const becomes = (shopper: Shopper, state: string) =>
  expect.poll(async () => (await show(shopper)).state, WITHIN).toBe(state)

/** A shopper who paid, and the transaction. */
async function paid() {
  const shopper = await newShopper()
  const { sessionId } = await openPage(shopper)
  await stage.pay(sessionId)
  await becomes(shopper, 'PaymentAuthorized')
  return { shopper, transaction: await stage.transactionOf(sessionId), order: await show(shopper) }
}

const settle = (id: string) =>
  admin(
    `mutation($id: ID!) { settlePayment(id: $id) { __typename ... on Payment { state } ... on SettlePaymentError { paymentErrorMessage } } }`,
    { id },
  )
const refund = (paymentId: string, amount: number) =>
  admin(
    `mutation($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on Refund { total state } } }`,
    { input: { paymentId, amount, lines: [], shipping: 0, adjustment: 0, reason: 'Torn bag' } },
  )
const cancel = (orderId: string) =>
  admin(`mutation($orderId: ID!) { cancelOrder(input: { orderId: $orderId }) { __typename ... on Order { state } } }`, {
    orderId,
  })

/** Compares what the shop has booked with what the gateway has moved; both have two decimals here. */
async function expectSameBooks(shopper: Shopper, id: string): Promise<void> {
  const { payments } = await show(shopper)
  const { captured_amount = 0n, refunded_amount = 0n } = await stage.show(id)
  const sum = (amounts: readonly number[]) => BigInt(amounts.reduce((total, amount) => total + amount, 0))
  const settled = payments.filter(({ state }: Answer) => state === 'Settled').map(({ amount }: Answer) => amount)
  const refunded = payments.flatMap(({ refunds }: Answer) => refunds).map(({ total }: Answer) => total)
  expect([sum(settled), sum(refunded)]).toEqual([captured_amount, refunded_amount])
}

describe('a Vendure shop', { timeout: 120_000 }, () => {
  test('takes a payment with a challenge, and its books are the gateway’s after settling and refunds in part', async () => {
    const shopper = await newShopper()
    const { url, sessionId } = await openPage(shopper)
    const page = await browser.newPage()
    await page.goto(url)
    await new HostedPage(page, stage.app.baseUrl).payByCard()
    await new Bank(page).choose('Y')
    await page.waitForURL(/\/health\?/)
    await page.close()
    await becomes(shopper, 'PaymentAuthorized')
    const { id } = await stage.transactionOf(sessionId)
    const [payment] = (await show(shopper)).payments
    expect(await settle(payment.id)).toMatchObject({ settlePayment: { state: 'Settled' } })
    await expectSameBooks(shopper, id)
    for (const amount of [700, 700])
      expect(await refund(payment.id, amount)).toMatchObject({ refundOrder: { state: 'Settled' } })
    await expectSameBooks(shopper, id)
    expect(await stage.show(id)).toMatchObject({ captured_amount: 3998n, refunded_amount: 1400n })
    expect(JSON.stringify(await stage.rows('select * from payment'))).not.toMatch(/4111111111111111|whsec_/)
    await keepPicture(browser, 'vendure', `${shopUrl}/dashboard/orders/${(await show(shopper)).id}`)
  })

  test('books a payment once, however often its webhook comes, and after the shop was down', async () => {
    const shopper = await newShopper()
    const { sessionId } = await openPage(shopper)
    await shop.stop()
    await stage.pay(sessionId)
    const { id } = await stage.transactionOf(sessionId)
    shop = await launch()
    admin = await again()
    const event = await stage.eventOf(id)
    await Promise.all([1, 2, 3, 4, 5].map(() => stage.tollgate.events.redeliver(event)))
    await becomes(shopper, 'PaymentAuthorized')
    for (const _ of [1, 2]) await stage.tollgate.events.redeliver(event)
    await expect.poll(() => stage.deliveriesOf(event), WITHIN).toEqual(['DELIVERED'])
    expect((await show(shopper)).payments).toMatchObject([{ state: 'Authorized', amount: 3998, transactionId: id }])
  })

  test('shows the same page in two tabs, and closes it when the basket changes', async () => {
    const shopper = await newShopper()
    const [first, second] = [await openPage(shopper), await openPage(shopper)]
    expect(second).toEqual(first)
    await shopper.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
    expect(await stage.tollgate.sessions.show(first.sessionId)).toMatchObject({ status: 'CANCELED' })
    await shopper.shop('mutation { addItemToOrder(productVariantId: 1, quantity: 1) { __typename } }')
    const next = await openPage(shopper)
    await stage.pay(next.sessionId)
    await becomes(shopper, 'PaymentAuthorized')
    expect((await show(shopper)).payments).toMatchObject([{ amount: 5997 }])
  })

  test('gives back what a bank confirms after the basket changed', async () => {
    const shopper = await newShopper()
    const { sessionId } = await openPage(shopper)
    await stage.pay(sessionId, {
      ...{ response_code: 'TRX_STATUS_PENDING', simulate_final_response_code: 'TRX_STATUS_APPROVED' },
      simulate_final_after_seconds: '3',
    })
    await shopper.shop('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
    const { id } = await stage.transactionOf(sessionId)
    await expect.poll(() => stage.followUpsOf(id), WITHIN).toEqual(['VOID'])
    expect(await show(shopper)).toMatchObject({ state: 'AddingItems', payments: [] })
  })

  test('books nothing of a declined payment; the shopper may pay again', async () => {
    const shopper = await newShopper()
    const { sessionId } = await openPage(shopper)
    await stage.pay(sessionId, { response_code: 'TRX_STATUS_DECLINED' })
    expect(await show(shopper)).toMatchObject({ state: 'ArrangingPayment', payments: [] })
    await stage.pay(sessionId, { response_code: 'TRX_STATUS_APPROVED' })
    await becomes(shopper, 'PaymentAuthorized')
  })

  test('books no payment that a shopper names who did not make it', async () => {
    const { transaction } = await paid()
    const thief = await newShopper()
    await openPage(thief)
    const add = `mutation { addPaymentToOrder(input: { method: "tollgate", metadata: { transaction: "${transaction.id}" } }) { __typename ... on PaymentDeclinedError { paymentErrorMessage } } }`
    expect(await thief.shop(add)).toMatchObject({
      addPaymentToOrder: { paymentErrorMessage: 'This payment does not pay the order. It is of another order.' },
    })
    expect(await show(thief)).toMatchObject({ state: 'ArrangingPayment' })
  })

  test('voids when an order is canceled, and does not cancel it where the void fails', async () => {
    const [first, second] = [await paid(), await paid()]
    expect(await cancel(first.order.id)).toMatchObject({ cancelOrder: { state: 'Cancelled' } })
    expect(await stage.followUpsOf(first.transaction.id)).toEqual(['VOID'])
    expect((await show(first.shopper)).payments).toMatchObject([{ state: 'Cancelled' }])
    onTestFinished(() => stage.fixProvider())
    await stage.breakProvider()
    expect(JSON.stringify(await cancel(second.order.id))).toMatch(/void is not confirmed yet\. Try again/)
    expect(await show(second.shopper)).toMatchObject({
      state: 'PaymentAuthorized',
      payments: [{ state: 'Authorized' }],
    })
    await stage.fixProvider()
    await expect.poll(async () => (await cancel(second.order.id)).cancelOrder?.state, WITHIN).toBe('Cancelled')
  })

  test('says why a payment that was voided at the gateway cannot be settled, and keeps it as it is', async () => {
    const { shopper, transaction, order } = await paid()
    const { reference, terminal_id, currency, amount } = transaction
    await stage.tollgate.manage({ transaction_type: 'VOID', reference, terminal_id, currency, amount })
    const { settlePayment } = await settle(order.payments[0].id)
    expect(settlePayment.paymentErrorMessage).toMatch(/^Nothing was captured: /)
    expect((await show(shopper)).payments).toMatchObject([{ state: 'Authorized' }])
  })

  test('refuses a webhook that is forged, and sends shoppers back to its own storefront only', async () => {
    const answer = await fetch(`${shopUrl}/payments/tollgate`, {
      method: 'POST',
      body: '{"event":"transaction.processed"}',
    })
    expect(answer.status).toBe(400)
    const shopper = await newShopper()
    const data = await shopper.shop('mutation { createTollgatePayment(returnUrl: "https://thief.example") { url } }')
    expect(data.errors).toMatchObject([{ message: expect.stringContaining('returnUrl is of no origin') }])
  })
})

async function again(): Promise<typeof admin> {
  const { token } = await signIn()
  return async (query, variables = {}) => (await ask('admin-api', query, variables, token)).data
}
