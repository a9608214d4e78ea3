import { writeFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { AT_REST, expect, FULL, test } from '#test/browser-test.ts'
import { type GatewayProcess, startGatewayProcess } from '#test/gateway-process.ts'
import { freePort } from '#test/ports.ts'
import { Bank } from './pages/bank.ts'
import { Checkout } from './pages/checkout.ts'

// The pictures of README and documents, taken from the demo as it starts. Each run takes them, so that none shows a page that is
// gone; `KEEP_PICTURES=1 npm run test:full:browser -- pictures` puts them into docs/images.

type Scheme = 'light' | 'dark'

const LAST_ORDER = 'LC-1103'
const TALL = { width: 600, height: 800 }
const WIDE = { width: 1280, height: 800 }
/** A picture of less shows an empty page. */
const LEAST_BYTES = 20_000

test.use(AT_REST)
test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)

let gateway: GatewayProcess

test.beforeAll(async () => {
  gateway = await startGatewayProcess({ SHOP_PORT: String(await freePort()), DEMO_HISTORY: 'on' })
})

test.afterAll(() => gateway.stop())

async function openWindow(browser: Browser, colorScheme: Scheme, viewport = WIDE): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 2, reducedMotion: 'reduce' })
  return context.newPage()
}

/** Takes what the window shows. */
async function take(page: Page, name?: string): Promise<Buffer> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  const picture = await page.screenshot()
  expect(picture.length).toBeGreaterThan(LEAST_BYTES)
  if (name !== undefined && process.env.KEEP_PICTURES) await writeFile(`docs/images/${name}.png`, picture)
  return picture
}

/** Opens a page of the dashboard at the address that a start prints. */
async function openDashboard(page: Page, path: string): Promise<void> {
  const { base_url, merchant } = gateway.demo
  await page.goto(`${base_url}/dashboard${path}`)
  if (await page.locator('body[data-page="sign-in"]').isVisible()) {
    await page.getByLabel('Email').fill(merchant.email)
    await page.getByLabel('Password').fill(merchant.password)
    await page.locator('[data-action="sign-in"]').click()
  }
  await expect(page.locator('body[data-page="sign-in"]')).toBeHidden()
}

/** Opens the first payment of a list, once there is one. */
async function openPayment(page: Page, list: string): Promise<void> {
  const first = page.locator('[data-list] [data-id] a[href*="/transactions/"]').first()
  await expect(async () => {
    await openDashboard(page, list)
    await expect(first).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.goto(new URL((await first.getAttribute('href'))!, page.url()).href)
  await expect(page.locator('body[data-page="transaction"]')).toBeVisible()
}

test('the pages of the dashboard', FULL, async ({ browser }) => {
  const page = await openWindow(browser, 'light')
  await openPayment(page, `/transactions?q=${LAST_ORDER}`)
  await take(page, 'dashboard-payment')
  await openDashboard(page, '/transactions')
  await take(page, 'dashboard-payments')
  const counted = page.locator('body[data-page="analytics"] main svg').first()
  await expect(async () => {
    await openDashboard(page, '/analytics')
    await expect(counted).toBeVisible({ timeout: 1000 })
  }).toPass()
  await take(page, 'dashboard-analytics')
})

for (const scheme of ['light', 'dark'] as const)
  test(`a checkout, its challenge and a payment, ${scheme}`, FULL, async ({ browser }) => {
    const shop = await openWindow(browser, scheme, TALL)
    const checkout = new Checkout(shop)
    await checkout.open(gateway.demo.shop_url)
    const parts = [await take(shop)]
    await checkout.pay({ flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE', challenge: 'page' })
    const bank = new Bank(shop)
    await expect(bank.heading).toBeVisible()
    parts.push(await take(shop))
    await bank.choose('Y')
    await expect(shop.getByText('APPROVED').first()).toBeVisible()
    const dashboard = await openWindow(browser, scheme)
    await openPayment(dashboard, '/transactions')
    parts.push(await takeBeside(dashboard.locator('main')))
    const hero = await openWindow(browser, scheme, { width: 1280, height: 440 })
    await hero.setContent(heroOf(parts, scheme))
    await hero.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
    await take(hero, `hero-${scheme}`)
  })

/** Takes what the window shows of a page without its menu, one and a half times as wide as high. */
async function takeBeside(content: Locator): Promise<Buffer> {
  const { x, y, width } = (await content.boundingBox())!
  return content.page().screenshot({ clip: { x, y, width, height: width / 1.5 } })
}

/** Three pictures side by side, the dashboard as wide as the others together. */
function heroOf(pictures: readonly Buffer[], scheme: Scheme): string {
  const [paper, edge] = scheme === 'light' ? ['#ffffff', '#d0d7de'] : ['#0d1117', '#30363d']
  const images = pictures.map((picture) => `<img alt="" src="data:image/png;base64,${picture.toString('base64')}">`)
  return `<style>
    body { margin: 0; padding: 20px; display: grid; grid-template-columns: 1fr 1fr 2fr; gap: 20px; background: ${paper} }
    img { width: 100%; border: 1px solid ${edge}; border-radius: 8px; box-sizing: border-box }
  </style>${images.join('')}`
}

test('the pages of the shopper', FULL, async ({ browser }) => {
  const page = await openWindow(browser, 'light', { width: 900, height: 760 })
  await page.goto(`${gateway.demo.shop_url}/embedded`)
  await expect(page.locator('iframe').first()).toBeVisible()
  await take(page, 'embedded-fields')
  await page.goto(`${gateway.demo.shop_url}/hosted`)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await take(page, 'hosted-page')
})
