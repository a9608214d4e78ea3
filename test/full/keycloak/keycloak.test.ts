// @module-tag full
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import playwright from '../../../playwright.config.ts'
import { type GatewayProcess, startGatewayProcess } from '../../support/gateway-process.ts'
import { type Keycloak, startKeycloak } from '../../support/keycloak.ts'
import { freePort } from '../../support/ports.ts'

// A real Keycloak with the realm of deploy/keycloak. It comes from Maven's repository, so it needs Java 17 and mvn.

const PASSWORD = 'nine bags of beans 9'
const SECRETS = {
  DASHBOARD_CLIENT_SECRET: 'secret-of-the-dashboard',
  SHOP_CLIENT_SECRET: 'secret-of-the-shop',
  OPERATOR_CLIENT_SECRET: 'secret-of-the-operator',
}
/** Keycloak draws its pages in Java, on a machine that other tests use too. */
const PATIENCE_MS = 60_000
const TEST_MS = 300_000

let keycloak: Keycloak | undefined
let browser: Browser
let gateway: GatewayProcess
let merchantId: string

beforeAll(async () => {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  keycloak = await startKeycloak({ BASE_URL: baseUrl, ...SECRETS })
  if (!keycloak) return console.warn('Skipped: Keycloak, the identity provider, needs Java 17, mvn and its repository.')
  gateway = await startGateway(keycloak, baseUrl, { DASHBOARD_ROLE_CLAIM: 'groups' })
  merchantId = gateway.demo.merchant.merchant_id
  browser = await chromium.launch(playwright.use!.launchOptions)
}, 1_500_000)
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await keycloak?.stop()
}, 60_000)

/** As an operator sets it up. */
function startGateway({ url }: Keycloak, baseUrl: string, settings: Record<string, string> = {}) {
  return startGatewayProcess({
    PORT: new URL(baseUrl).port,
    BASE_URL: baseUrl,
    AUTH_URL: url,
    OPERATOR_CLIENT_IDS: 'gateway-operator',
    DASHBOARD_CLIENT_ID: 'tollgate-dashboard',
    DASHBOARD_CLIENT_SECRET: SECRETS.DASHBOARD_CLIENT_SECRET,
    ...settings,
  })
}

const ask = (path: string, token: string, init: { method?: string; body?: object } = {}) =>
  fetch(`${gateway.baseUrl}${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(init.body && { body: JSON.stringify(init.body) }),
  })

/** Opens a window with cookies of its own. */
async function openWindow(path = '/dashboard'): Promise<Page> {
  const context = await browser.newContext({ baseURL: gateway.baseUrl })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Keycloak's own page. Where it knows who sits there, it asks for the password alone. */
async function typePassword(page: Page, name: string) {
  await asks(page)
  if ((await page.locator('#username').count()) > 0) await page.locator('#username').fill(name)
  await page.locator('#password').fill(PASSWORD)
  await page.locator('#kc-login').click()
}

const isAt = (page: Page, name: string) => page.locator(`body[data-page="${name}"]`).waitFor()
const asks = (page: Page) => page.locator('#kc-login').waitFor()

/** A person with a role in a group. */
async function newPerson(name: string, role: string) {
  return keycloak!.addPerson({ name, password: PASSWORD, groups: [`${merchantId}:${role}`] })
}

describe('with a Keycloak as the identity provider', () => {
  test('services of listed clients use the APIs, each its own', { timeout: TEST_MS }, async ({ skip }) => {
    skip(!keycloak)
    const operator = await keycloak!.tokenOf('gateway-operator', SECRETS.OPERATOR_CLIENT_SECRET)
    const shop = await keycloak!.tokenOf('shop-backend', SECRETS.SHOP_CLIENT_SECRET)
    expect((await ask('/api/transactions', shop)).status).toBe(401)
    const body = { external_client_ids: ['shop-backend'] }
    expect((await ask(`/admin/merchants/${merchantId}`, operator, { method: 'PATCH', body })).status).toBe(200)
    const answers = await Promise.all([
      ask('/api/transactions', shop),
      ask('/admin/merchants', shop),
      ask('/api/transactions', operator),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403])
  })

  test('people sign in there, and groups are roles here', { timeout: TEST_MS }, async ({ skip }) => {
    skip(!keycloak)
    await newPerson('dev', 'developer')
    const page = await openWindow('/dashboard/keys')
    await typePassword(page, 'dev')
    await isAt(page, 'keys')
    await page.goto('/dashboard/balances')
    await page.locator('[data-state="forbidden"]').waitFor()
  })

  test('a user without a membership is turned away, and can sign in as another', { timeout: TEST_MS }, async ({
    skip,
  }) => {
    skip(!keycloak)
    await keycloak!.addPerson({ name: 'stranger', password: PASSWORD })
    await newPerson('known', 'viewer')
    const page = await openWindow()
    await typePassword(page, 'stranger')
    await isAt(page, 'stranger')
    await page.locator('[data-action="sign-in"]').click()
    await isAt(page, 'signed-out')
    await page.locator('[data-action="sign-in"]').click()
    await typePassword(page, 'known')
    await isAt(page, 'home')
  })

  test('a fresh proof asks for the password again and gives another cookie', { timeout: TEST_MS }, async ({ skip }) => {
    skip(!keycloak)
    await newPerson('owner', 'owner')
    const page = await openWindow()
    await typePassword(page, 'owner')
    await isAt(page, 'home')
    const before = await page.context().cookies(gateway.baseUrl)
    await page.goto('/dashboard/step-up?back=%2Fdashboard%2Fkeys')
    await page.locator('[data-action="confirm"]').click()
    await asks(page)
    await typePassword(page, 'owner')
    await isAt(page, 'keys')
    const valueIn = (cookies: typeof before) => cookies.find(({ name }) => name === 'tollgate')!.value
    expect(valueIn(await page.context().cookies(gateway.baseUrl))).not.toBe(valueIn(before))
  })

  test('signing out ends the sign-in there too', { timeout: TEST_MS }, async ({ skip }) => {
    skip(!keycloak)
    await newPerson('leaver', 'owner')
    const page = await openWindow()
    await typePassword(page, 'leaver')
    await isAt(page, 'home')
    await page.locator('summary', { hasText: 'your account' }).click()
    await page.locator('[data-action="sign-out"]').click()
    await isAt(page, 'signed-out')
    await page.goto('/dashboard')
    await asks(page)
  })

  test('a user who signs out there is signed out here, in every window', { timeout: TEST_MS }, async ({ skip }) => {
    skip(!keycloak)
    const id = await newPerson('thrown', 'owner')
    const pages = await Promise.all([openWindow(), openWindow()])
    for (const page of pages) {
      await typePassword(page, 'thrown')
      await isAt(page, 'home')
    }
    await keycloak!.signOut(id)
    for (const page of pages) {
      await page.goto('/dashboard/account')
      await asks(page)
    }
  })

  test('a session that has ended here is not opened again without a password', { timeout: TEST_MS }, async ({
    skip,
  }) => {
    skip(!keycloak)
    await newPerson('idle', 'owner')
    const page = await openWindow()
    await typePassword(page, 'idle')
    await isAt(page, 'home')
    const cookies = await page.context().cookies(gateway.baseUrl)
    const session = cookies.find(({ name }) => name === 'tollgate')!
    await page.context().addCookies([{ ...session, value: 'of a session that has ended'.replaceAll(' ', '-') }])
    await page.goto('/dashboard')
    await asks(page)
  })

  test('without a claim those who are invited get in, by an email that is verified there', {
    timeout: TEST_MS,
  }, async ({ skip }) => {
    skip(!keycloak)
    const { baseUrl } = gateway
    await gateway.stop()
    gateway = await startGateway(keycloak!, baseUrl)
    const operator = await keycloak!.tokenOf('gateway-operator', SECRETS.OPERATOR_CLIENT_SECRET)
    for (const name of ['invited', 'unproven']) {
      await keycloak!.addPerson({ name, password: PASSWORD, emailVerified: name === 'invited' })
      const body = { email: `${name}@company.example`, role: 'platform-support' }
      expect((await ask('/admin/people/invitations', operator, { method: 'POST', body })).status).toBe(201)
    }
    const [invited, unproven] = [await openWindow('/dashboard/system'), await openWindow()]
    await typePassword(invited, 'invited')
    await isAt(invited, 'system')
    await typePassword(unproven, 'unproven')
    await isAt(unproven, 'stranger')
  })
})
