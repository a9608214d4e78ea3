import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { findAsset } from '../../src/http/pages/assets.ts'
import { challengeReturnPage } from '../../src/http/pages/challenge-return-page.ts'
import { formSubmitPage } from '../../src/http/pages/form-submit-page.ts'
import type { Page } from '../../src/http/pages/layout.ts'
import { challengeDonePage } from '../../src/http/pages/simulator/challenge-done-page.ts'
import { challengePage } from '../../src/http/pages/simulator/challenge-page.ts'
import { methodPage } from '../../src/http/pages/simulator/method-page.ts'
import { threeDsStepPage } from '../../src/http/pages/three-ds-step-page.ts'

// The pages of a 3-D Secure step under their own policies, on the gateway's site (127.0.0.1); the shop is another site
// (localhost).

const METHOD_FORM = { kind: 'FINGERPRINT', url: '/method', fields: { threeDSMethodData: 'x' } } as const

const PAGES: Readonly<Record<string, (base: string, destination: string | undefined) => Page>> = {
  '/challenge': () =>
    challengePage({
      merchantName: 'Corner Shop',
      money: { amount: 1050n, currency: 'EUR' },
      flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE',
      summary: 'Fingerprint, then a challenge',
      preset: 'A',
      creq: 'creq',
      threeDSSessionData: undefined,
    }),
  '/done': (base) =>
    challengeDonePage({ notificationUrl: `${base}/notification`, cres: 'cres', threeDSSessionData: undefined }),
  '/return': (_base, fetchDestination) =>
    challengeReturnPage({
      transStatus: 'Y',
      sessionId: 'session',
      targetOrigins: [],
      finishUrl: '/finish',
      fetchDestination,
    }),
  '/method': (base) => methodPage({ notificationUrl: `${base}/notified`, threeDSMethodData: 'x', delaySeconds: 0 }),
  '/provider': () => formSubmitPage('/finish', { submit: 'a field that providers like' }),
  '/step': (base) => threeDsStepPage({ form: { ...METHOD_FORM, url: `${base}/method` }, continueUrl: '/finish' }),
}

const REDIRECTS: Readonly<Record<string, (base: string) => string>> = {
  '/notification': () => '/return',
  '/finish': (base) => `${base.replace('127.0.0.1', 'localhost')}/shop`,
}

const SHOP_WITH_FRAME = `<!doctype html><title>Waiting</title><iframe width="250" height="400"></iframe>
<script>addEventListener('message', (event) => { document.title = JSON.stringify([event.origin, event.data]) })</script>`

let server: Server
let gateway: string
let visits: { path: string; at: number }[] = []

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    visits.push({ path, at: Date.now() })
    answer(response, path, request.headers['sec-fetch-dest'] as string | undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test.afterAll(() => server.close())
test.beforeEach(() => {
  visits = []
})

function answer(response: ServerResponse, path: string, destination: string | undefined): void {
  const asset = findAsset(path)
  const page = PAGES[path]?.(gateway, destination)
  const location = REDIRECTS[path]?.(gateway)
  if (asset) response.writeHead(200, { 'content-type': asset.contentType }).end(asset.content)
  else if (location) response.writeHead(303, { location }).end()
  else if (page) send(response, page)
  else response.writeHead(200, { 'content-type': 'text/html' }).end(path === '/framing' ? SHOP_WITH_FRAME : 'shop')
}

function send(response: ServerResponse, { html, csp }: Page): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp }).end(html)
}

test('a full page comes back from the bank by itself, as far as the shop', async ({ page }) => {
  await page.goto(`${gateway}/done`)
  await page.waitForURL('**/shop')
})

test("a provider's form is posted whatever its fields are called", async ({ page }) => {
  await page.goto(`${gateway}/provider`)
  await page.waitForURL('**/shop')
})

test('a page in a frame tells the shop and does not finish', async ({ page }) => {
  await page.goto(`${gateway.replace('127.0.0.1', 'localhost')}/framing`)
  await page.locator('iframe').evaluate((frame, src) => frame.setAttribute('src', src), `${gateway}/done`)
  const message = { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: 'session' }
  await expect(page).toHaveTitle(JSON.stringify([gateway, message]))
  expect(visits.map(({ path }) => path)).not.toContain('/finish')
})

test('a further fingerprint runs in a hidden frame and waits five seconds', async ({ page }) => {
  await page.goto(`${gateway}/step`)
  await page.waitForURL('**/shop')
  const at = (path: string) => visits.find((visit) => visit.path === path)?.at ?? Number.NaN
  expect(at('/notified')).toBeGreaterThan(at('/step'))
  expect(at('/finish') - at('/method')).toBeGreaterThan(4_500)
  expect(at('/finish') - at('/method')).toBeLessThan(8_000)
})

test('the outcome the flow presets is focused, and everything fits the smallest bank frame', async ({ page }) => {
  await page.setViewportSize({ width: 250, height: 400 })
  await page.goto(`${gateway}/challenge`)
  await expect(page.locator('[data-outcome="A"]')).toBeFocused()
  await expect(page.locator('[data-outcome="A"]')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(250)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('visible buttons go the same way', async ({ page }) => {
    await page.goto(`${gateway}/done`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/shop')
  })
})
