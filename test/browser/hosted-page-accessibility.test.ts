import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import type { MerchantServer } from '../support/browser-merchant.ts'
import { AT_REST, expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { HostedPage } from './pages/hosted-page.ts'

test.use(AT_REST)

for (const locale of ['en-US', 'bs-BA', 'ro-RO', 'sv-SE']) {
  test(
    `${locale}: saved cards and mistakes have no accessibility violations, light and dark`,
    fullUnless(locale === 'en-US'),
    async ({ page, demo, merchant }) => {
      const customer = { id: await merchant.createCustomerWithCard() }
      const tokenization = { save_card_for_future_payments: 'ask' }
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(await merchant.createSession({ customer, tokenization }), locale)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await hosted.method('card').locator('[name="method"]').check()
      await hosted.payButton.click()
      await expect(hosted.problems).toBeVisible()
      await isAccessible(page)
    },
  )

  test(
    `${locale}: a voucher for billions has no accessibility violations and fits 320, 768 and 1280 pixels`,
    FULL,
    async ({ page, demo, merchant }) => {
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(await merchant.createSession({ amount: 9_007_199_254_740_991, currency: 'USD' }), locale)
      await hosted.method('voucher-redirect-psc').click()
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
      await isAccessible(page)
    },
  )
}

test(
  'among many vouchers one is found by its name, and what is chosen stays in sight',
  FULL,
  async ({ page, demo, merchant }) => {
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(await sessionWithAll(merchant))
    await hosted.method('voucher-redirect-psc').click()
    const vouchers = page.locator('[data-method^="voucher-redirect-"]')
    await page.getByLabel('Search by name').fill('GIRO')
    await expect(vouchers.filter({ visible: true })).toHaveCount(2)
    await expect(hosted.method('voucher-redirect-gir')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeHidden()
    await page.getByLabel('Search by name').fill('')
    await expect(vouchers.filter({ visible: true })).toHaveCount(32)
  },
)

test(
  'on a phone 32 vouchers leave the page two screens long, and the keyboard reaches every one',
  FULL,
  async ({ page, demo, merchant }) => {
    const screen = { width: 360, height: 740 }
    await page.setViewportSize(screen)
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(await sessionWithAll(merchant))
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(2 * screen.height)
    await expect(page.locator('[data-method^="voucher-redirect-"]')).toHaveCount(32)
    const methods = page.locator('[name="method"]')
    await methods.first().focus()
    for (const method of await methods.all()) {
      await expect(method).toBeFocused()
      await expect(method).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('ArrowDown')
    }
  },
)

/** A session of a terminal that lists all methods, so that the page shows them in any currency. */
async function sessionWithAll(merchant: MerchantServer): Promise<string> {
  const terminal_id = await merchant.createTerminal({ payment_methods: PAYMENT_METHODS })
  return merchant.createSession({ terminal_id })
}

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
  expect(dark.violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}
