// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MerchantServer } from '#test/browser-merchant.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { type GatewayProcess, startGatewayProcess } from '#test/gateway-process.ts'
import { OTHER_BROWSERS, type OtherBrowser } from '#test/other-browsers.ts'
import { freePort } from '#test/ports.ts'
import { ENTER, type WebDriver } from '#test/web-driver.ts'

// The main journeys of shoppers and team members, in the browsers that Playwright does not bring along.

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }
const CARD = { number: '4111111111111111', expiry: '1239', cvc: '123' }
const FIELDS = Object.keys(CARD)

let database: FreshDatabase
let gateway: GatewayProcess
let merchant: MerchantServer
beforeAll(async () => {
  database = await freshDatabase(1)
  gateway = await startGatewayProcess({ BASE_URL: '', DATABASE_URL: database.url, SHOP_PORT: String(await freePort()) })
  merchant = new MerchantServer(gateway.demo)
}, 180_000)
afterAll(async () => {
  await gateway.stop()
  await database.drop()
})

describe.each(Object.entries(OTHER_BROWSERS))('in %s', (name, start) => {
  let browser: OtherBrowser | undefined
  beforeAll(async () => {
    browser = await start()
  }, 1_200_000)
  afterAll(() => browser?.close())

  /** Runs a journey, or skips it without the browser. */
  function journey(title: string, walk: (driver: WebDriver) => Promise<void>): void {
    it(title, { timeout: 180_000 }, async ({ skip }) => {
      if (!browser) return skip(`This machine has no ${name} with its driver; .ci/install brings them.`)
      await walk(browser.driver)
    })
  }

  async function payOnHostedPage(driver: WebDriver, id: string): Promise<void> {
    await driver.goto(`${gateway.baseUrl}/hosted-payment-page/${id}?locale=en-US`)
    await driver.type('[autocomplete="cc-number"]', CARD.number)
    await driver.type('[autocomplete="cc-exp"]', CARD.expiry)
    await driver.type('#cvc', CARD.cvc)
    await driver.click('[data-action="pay"]')
  }

  const isBack = (driver: WebDriver) => driver.arrives(`${gateway.demo.shop_url}/result`)

  journey('the hosted page takes a card without a challenge', async (driver) => {
    const id = await merchant.createSession()
    await payOnHostedPage(driver, id)
    await isBack(driver)
    expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
  })

  journey('the hosted page takes a card through a challenge, and charges once', async (driver) => {
    const id = await merchant.createSession(CHALLENGE)
    await payOnHostedPage(driver, id)
    await driver.click('[data-outcome="Y"]')
    await isBack(driver)
    const { status, transactions } = await merchant.readSession(id)
    expect([status, transactions.length]).toEqual(['APPROVED', 1])
    expect(await merchant.charges(transactions[0]!)).toHaveLength(1)
  })

  journey('a voucher asks who pays, and its page leads back', async (driver) => {
    const id = await merchant.createSession({ metadata: {} })
    await driver.goto(`${gateway.baseUrl}/hosted-payment-page/${id}?locale=en-US`)
    await driver.click('[data-method="voucher-redirect-psc"]')
    for (const [field, text] of [
      ['firstName', 'Ana'],
      ['lastName', 'Pop'],
      ['email', 'ana@example.com'],
    ] as const)
      await driver.type(`[name="${field}"]`, text)
    await driver.click('[data-action="pay"]')
    await driver.click('[data-outcome="APPROVED"]')
    await isBack(driver)
    expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
  })

  journey('the fields in the shop are equally high, and take a card through a challenge', async (driver) => {
    await driver.goto(`${gateway.demo.shop_url}/embedded?simulated_flow=VERSIONING_FINGERPRINT_N_CHALLENGE`)
    await driver.enter('embedded-fields-card iframe')
    const heights = await Promise.all(FIELDS.map((field) => driver.height(`[name="${field}"]`)))
    expect(new Set(heights).size, `${heights}`).toBe(1)
    for (const [field, text] of Object.entries({ ...CARD, name: 'Ada Lindqvist' }))
      await driver.type(`[name="${field}"]`, text)
    await driver.enter()
    await driver.click('[data-action="pay"]')
    await driver.enter('body > div[popover] iframe', 'iframe')
    await driver.click('[data-outcome="Y"]')
    await driver.enter()
    // Until the event is there the page loads itself again.
    await driver.sees('[data-order][data-status="APPROVED"][data-event="transaction.processed"]')
  })

  journey('a team member signs in and finds a payment', async (driver) => {
    const reference = `found-in-${name}`
    const id = await merchant.pay({ reference })
    await driver.goto(`${gateway.baseUrl}/dashboard`)
    await driver.type('[name="email"]', gateway.demo.merchant.email)
    await driver.type('[name="password"]', gateway.demo.merchant.password)
    await driver.click('[data-action="sign-in"]')
    await driver.sees('body[data-page="home"]')
    await isIndexed(reference)
    await driver.type('.bar-search input[name="q"]', reference + ENTER)
    await driver.sees(`[data-list] [data-id="${id}"]`)
  })
})

/** Waits until the search finds a payment, which may take a second. */
async function isIndexed(reference: string): Promise<void> {
  await eventually(`${reference} is found`, 30, async () => {
    const { items } = await merchant.tollgate.listTransactions({ q: reference })
    return items.length > 0
  })
}
