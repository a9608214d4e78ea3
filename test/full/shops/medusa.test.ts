// @module-tag full
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Transaction } from '#client/index.ts'
import { fromMinorUnits } from '#client/index.ts'
import { signatureHeaders } from '#client/webhook.ts'
import { freePort } from '#test/ports.ts'
import playwright from '../../../playwright.config.ts'
import { Bank } from '../../browser/pages/bank.ts'
import { HostedPage } from '../../browser/pages/hosted-page.ts'
import { ADMINISTRATOR, keepPicture, keepsPictures } from './admin.ts'
import { command, installShop, type ShopProcess, startShop } from './shop.ts'
import { openStage, type Stage } from './stage.ts'

// A real Medusa shop takes payments through plugins/medusa. Its own delay before it looks at a webhook is five seconds.

// biome-ignore lint/suspicious/noExplicitAny: answers of the shop, of which tests name a few fields
type Answer = any

const WITHIN = { timeout: 40_000, interval: 300 }
const PROVIDER = 'pp_tollgate_main'

let missing: string | undefined
let stage: Stage
let shop: ShopProcess
let shopUrl: string
let browser: Browser
let seeded: Record<'publishable' | 'secret' | 'europe' | 'japan' | 'variant', string>
let endpoint: string

beforeAll(async () => {
  const installed = await installShop('medusa')
  missing = installed.missing
  if (missing) return console.warn(`Skipped: ${missing}`)
  stage = await openStage('shop_medusa')
  const port = await freePort()
  shopUrl = `http://127.0.0.1:${port}`
  const { id, secret } = await stage.tollgate.webhookEndpoints.create({
    url: `${shopUrl}/hooks/payment/tollgate_main`,
  })
  endpoint = id
  const options = { ...stage.access, webhookSecret: secret, returnUrls: [`${shopUrl}/health`], saveCards: 'ask' }
  const seededFile = `${installed.folder}/seeded.json`
  const env = {
    ...{ DATABASE_URL: stage.booksUrl, TOLLGATE_OPTIONS: JSON.stringify(options), SEEDED_FILE: seededFile },
    ...{ MEDUSA_DISABLE_TELEMETRY: '1', NODE_ENV: 'production' },
  }
  const cli = 'node_modules/@medusajs/cli/cli.js'
  await command(installed.folder, [cli, 'db:migrate', '--skip-scripts'], env)
  await command(installed.folder, [cli, 'exec', './seed.js'], env)
  if (keepsPictures) {
    await command(installed.folder, [cli, 'build'], env)
    await cp(join(installed.folder, '.medusa/server/public'), join(installed.folder, 'public'), { recursive: true })
    await command(installed.folder, [cli, 'user', '-e', ADMINISTRATOR.user, '-p', ADMINISTRATOR.password], env)
  }
  seeded = JSON.parse(await readFile(seededFile, 'utf8'))
  const start = [cli, 'start', '--host', '127.0.0.1', '--port', String(port)]
  const starting = startShop(installed.folder, start, env, `${shopUrl}/health`)
  ;[shop, browser] = await Promise.all([starting, chromium.launch(playwright.use!.launchOptions)])
}, 900_000)
afterAll(async () => {
  await Promise.all([browser?.close(), shop?.stop()])
  await stage?.close()
}, 60_000)
beforeEach(({ skip }) => skip(missing !== undefined, missing))

async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const answer = await fetch(shopUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, ...(text.startsWith('{') ? JSON.parse(text) : { text }) }
}

const store = (method: string, path: string, body?: object) =>
  ask(method, `/store${path}`, { 'x-publishable-api-key': seeded.publishable }, body)
const admin = (method: string, path: string, body?: object) =>
  ask(method, `/admin${path}`, { authorization: `Basic ${Buffer.from(`${seeded.secret}:`).toString('base64')}` }, body)

interface Checkout {
  readonly cart: string
  readonly collection: string
  /** The shop's payment session, `payses_…`. */
  readonly payment: string
  readonly url: string
  /** The gateway's session. */
  readonly session: string
}

async function openCheckout(region = seeded.europe): Promise<Checkout> {
  const items = [{ variant_id: seeded.variant, quantity: 2 }]
  const { cart } = await store('POST', '/carts', { region_id: region, email: 'ada@shop.example', items })
  const { payment_collection } = await store('POST', '/payment-collections', { cart_id: cart.id })
  return { cart: cart.id, ...(await openPayment(payment_collection.id)) }
}

async function openPayment(collection: string): Promise<Omit<Checkout, 'cart'>> {
  const path = `/payment-collections/${collection}/payment-sessions`
  const answer = await store('POST', path, {
    provider_id: PROVIDER,
    data: { return_url: `${shopUrl}/health?paid`, transaction: 'trx_of_another_order' },
  })
  const [{ id, data }] = answer.payment_collection.payment_sessions
  expect(data.transaction).toBeNull()
  return { collection, payment: id, url: data.url, session: data.tollgate_session }
}

const pay = ({ session }: Checkout, metadata?: object) => stage.pay(session, metadata)
/** Answer to the storefront until the shopper or a bank has acted. */
const NOT_PAID = { type: 'cart', error: { type: 'payment_requires_more_error' } }

const complete = ({ cart }: Checkout) => store('POST', `/carts/${cart}/complete`)

/** The order of a cart, once it is paid: the shop makes it a moment before. */
async function orderOf({ cart }: Checkout): Promise<Answer> {
  let order: Answer
  const status = async () => {
    const [found] = await cartOrders(cart)
    order = found && (await showOrder(found.order_id))
    return order?.payment_status
  }
  await expect.poll(status, WITHIN).toBe('authorized')
  return order
}

/** Straight from the shop's books: its API does not say which cart an order was. */
const cartOrders = (cart: string) =>
  stage.rows<{ order_id: string }>(`select order_id from order_cart where cart_id = '${cart}' and deleted_at is null`)

async function showOrder(id: string): Promise<Answer> {
  const fields =
    '+status,+payment_status,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds'
  const { order } = await admin('GET', `/orders/${id}?fields=${fields}`)
  return order
}

const paymentOf = (order: Answer) => order.payment_collections[0].payments[0]
const transactionOf = ({ session }: Pick<Checkout, 'session'>): Promise<Transaction> => stage.transactionOf(session)
const followUpsOf = async (checkout: Checkout) => stage.followUpsOf((await transactionOf(checkout)).id)

/** Compares what the shop has booked with what the gateway has moved. */
async function expectSameBooks(orderId: string, checkout: Checkout): Promise<void> {
  const { captures, refunds } = paymentOf(await showOrder(orderId))
  const { captured_amount = 0n, refunded_amount = 0n, currency } = await transactionOf(checkout)
  const sum = (rows: readonly { amount: number }[]) =>
    Number(rows.reduce((total, { amount }) => total + amount, 0).toFixed(2))
  expect([sum(captures), sum(refunds)]).toEqual(
    [captured_amount, refunded_amount].map((amount) => Number(fromMinorUnits(amount, currency))),
  )
}

describe('a Medusa shop', { timeout: 120_000 }, () => {
  test('takes a payment with a challenge, and its books are the gateway’s after captures and refunds in part', async () => {
    const checkout = await openCheckout()
    const page = await browser.newPage()
    await page.goto(checkout.url)
    await new HostedPage(page, stage.app.baseUrl).payByCard()
    await new Bank(page).choose('Y')
    await page.waitForURL(/\/health\?/)
    await page.close()
    const order = await orderOf(checkout)
    const { id } = paymentOf(order)
    expect(order).toMatchObject({ status: 'pending', payment_status: 'authorized', total: 39.98 })
    for (const amount of [15.5, 24.48])
      expect((await admin('POST', `/payments/${id}/capture`, { amount })).status).toBe(200)
    await expectSameBooks(order.id, checkout)
    for (const amount of [5, 7.25]) expect((await admin('POST', `/payments/${id}/refund`, { amount })).status).toBe(200)
    await expectSameBooks(order.id, checkout)
    const transaction = await transactionOf(checkout)
    expect(transaction).toMatchObject({ captured_amount: 3998n, refunded_amount: 1225n })
    expect(JSON.stringify(await stage.rows('select data from payment'))).not.toMatch(/4111111111111111|whsec_/)
    await keepPicture(browser, 'medusa', `${shopUrl}/app/orders/${order.id}`)
  })

  test('makes one order of an approval, where the shopper returns before the webhook and three times', async () => {
    const checkout = await openCheckout()
    await pay(checkout)
    const answers = await Promise.all([1, 2, 3].map(() => complete(checkout)))
    expect(answers.map(({ type }) => type)).toContain('order')
    const order = await orderOf(checkout)
    const event = await stage.eventOf((await transactionOf(checkout)).id)
    for (const _ of [1, 2]) await stage.tollgate.events.redeliver(event)
    await new Promise((wake) => setTimeout(wake, 7000))
    expect(await cartOrders(checkout.cart)).toHaveLength(1)
    expect(order.payment_collections[0].payments).toHaveLength(1)
    expect(await followUpsOf(checkout)).toEqual([])
  })

  test('makes no order of a declined or canceled payment, so none stays pending; the shopper may pay again', async () => {
    const checkout = await openCheckout()
    await pay(checkout, { response_code: 'TRX_STATUS_DECLINED' })
    expect(await complete(checkout)).toMatchObject(NOT_PAID)
    await pay(checkout, { response_code: 'TRX_STATUS_APPROVED' })
    expect(await orderOf(checkout)).toMatchObject({ payment_status: 'authorized' })

    const left = await openCheckout()
    await stage.tollgate.sessions.cancel(left.session)
    expect(await complete(left)).toMatchObject({ type: 'cart', error: { type: 'payment_authorization_error' } })
    expect(await cartOrders(left.cart)).toEqual([])
  })

  test('makes the order when a provider confirms later, and none when it declines', async () => {
    const later = { response_code: 'TRX_STATUS_PENDING', simulate_final_after_seconds: '3' }
    const [approved, declined] = [await openCheckout(), await openCheckout()]
    await pay(approved, { ...later, simulate_final_response_code: 'TRX_STATUS_APPROVED' })
    await pay(declined, { ...later, simulate_final_response_code: 'TRX_STATUS_DECLINED' })
    expect(await complete(approved)).toMatchObject(NOT_PAID)
    expect(await orderOf(approved)).toMatchObject({ payment_status: 'authorized' })
    await expect.poll(async () => (await transactionOf(declined)).status, WITHIN).toBe('DECLINED')
    expect(await cartOrders(declined.cart)).toEqual([])
  })

  test('closes the page when the basket changes; what was paid on it is given back', async () => {
    const open = await openCheckout()
    await store('POST', `/carts/${open.cart}/line-items`, { variant_id: seeded.variant, quantity: 1 })
    expect(await stage.tollgate.sessions.show(open.session)).toMatchObject({ status: 'CANCELED' })

    const paid = await openCheckout()
    await stage.tollgate.webhookEndpoints.update(endpoint, { status: 'DISABLED' })
    onTestFinished(async () => void (await stage.tollgate.webhookEndpoints.update(endpoint, { status: 'ACTIVE' })))
    await pay(paid)
    await store('POST', `/carts/${paid.cart}/line-items`, { variant_id: seeded.variant, quantity: 1 })
    expect(await followUpsOf(paid)).toEqual(['VOID'])
    await stage.tollgate.webhookEndpoints.update(endpoint, { status: 'ACTIVE' })
    const next = { cart: paid.cart, ...(await openPayment(paid.collection)) }
    await pay(next)
    expect(await orderOf(next)).toMatchObject({ total: 59.97 })
  })

  test('gives back what a bank confirms after the basket changed', async () => {
    const checkout = await openCheckout()
    await pay(checkout, {
      ...{ response_code: 'TRX_STATUS_PENDING', simulate_final_response_code: 'TRX_STATUS_APPROVED' },
      simulate_final_after_seconds: '3',
    })
    await store('POST', `/carts/${checkout.cart}/line-items`, { variant_id: seeded.variant, quantity: 1 })
    await expect.poll(() => followUpsOf(checkout), WITHIN).toEqual(['VOID'])
    expect(await cartOrders(checkout.cart)).toEqual([])
  })

  test('voids when an order is canceled, and does not cancel it where the void fails', async () => {
    const [checkout, second] = [await openCheckout(), await openCheckout()]
    for (const each of [checkout, second]) await pay(each)
    const [order, other] = [await orderOf(checkout), await orderOf(second)]
    expect((await admin('POST', `/orders/${order.id}/cancel`)).status).toBe(200)
    expect(await followUpsOf(checkout)).toEqual(['VOID'])
    onTestFinished(() => stage.fixProvider())
    await stage.breakProvider()
    expect((await admin('POST', `/orders/${other.id}/cancel`)).message).toMatch(/void is not confirmed yet\. Try again/)
    expect(await showOrder(other.id)).toMatchObject({ status: 'pending' })
    await stage.fixProvider()
    await expect.poll(async () => (await admin('POST', `/orders/${other.id}/cancel`)).status, WITHIN).toBe(200)
    expect(await showOrder(other.id)).toMatchObject({ status: 'canceled' })
  })

  test('gives back the rest of a partly captured order that is canceled', async () => {
    const checkout = await openCheckout()
    await pay(checkout)
    const order = await orderOf(checkout)
    await admin('POST', `/payments/${paymentOf(order).id}/capture`, { amount: 10 })
    expect((await admin('POST', `/orders/${order.id}/cancel`)).status).toBe(200)
    await expect.poll(() => followUpsOf(checkout), WITHIN).toEqual(['VOID', 'REFUND', 'CAPTURE'])
  })

  test('says what was captured at the gateway, and captures no more than the shop books', async () => {
    const checkout = await openCheckout()
    await pay(checkout)
    const order = await orderOf(checkout)
    const { reference, terminal_id, currency } = await transactionOf(checkout)
    const capture = { transaction_type: 'CAPTURE', amount: 1000n } as const
    await stage.tollgate.manage({ ...capture, reference, terminal_id, currency })
    const { id } = paymentOf(order)
    expect((await admin('POST', `/payments/${id}/capture`, { amount: 5.5 })).message).toContain(
      '10.00 EUR is captured at the gateway',
    )
    expect((await admin('POST', `/payments/${id}/capture`, { amount: 10 })).status).toBe(200)
    await expectSameBooks(order.id, checkout)
  })

  test('takes yen without decimals', async () => {
    const checkout = await openCheckout(seeded.japan)
    await pay(checkout)
    const order = await orderOf(checkout)
    expect(await transactionOf(checkout)).toMatchObject({ amount: 3000n, currency: 'JPY' })
    await admin('POST', `/payments/${paymentOf(order).id}/capture`)
    await expectSameBooks(order.id, checkout)
  })

  test('does nothing for a forged webhook, and sends shoppers back to its own storefront only', async () => {
    const checkout = await openCheckout()
    const body = JSON.stringify({
      event: 'transaction.processed',
      payload: { id: 'trx_1', metadata: { medusa_session: checkout.payment } },
    })
    const forged = signatureHeaders(`whsec_${'A'.repeat(43)}=`, 'evt_1', new Date(), body)
    await fetch(`${shopUrl}/hooks/payment/tollgate_main`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...forged },
      body,
    })
    await expect.poll(() => shop.log(), WITHIN).toContain('is not signed with this secret')
    const path = `/payment-collections/${checkout.collection}/payment-sessions`
    const answer = await store('POST', path, { provider_id: PROVIDER, data: { return_url: 'https://thief.example' } })
    expect(answer.message).toContain('return_url is of no origin in returnUrls')
  })
})
