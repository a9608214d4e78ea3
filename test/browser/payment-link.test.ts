import { AxeBuilder } from '@axe-core/playwright'
import { randomText } from '#domain/ids.ts'
import type { MerchantServer } from '../support/browser-merchant.ts'
import { AT_REST, expect, fullUnless, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'

test.use(AT_REST)

async function createLink({ tollgate }: MerchantServer, terminal_id: string, price: object = { amount: 4900n }) {
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED' }
  const link = { terminal_id, reference: randomText(12), description: 'Pottery workshop', currency: 'EUR', metadata }
  return tollgate.paymentLinks.create({ ...link, ...price })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a shopper pays a link and gets its receipt', async ({ page, demo, merchant }) => {
      const { id, url } = await createLink(merchant, demo.merchant.terminal_id)
      await page.goto(url)
      await expect(page.locator('.amount')).toHaveText('€49.00')
      await page.locator('[data-action="link-pay"]').focus()
      await page.keyboard.press('Enter')
      await new HostedPage(page, demo.base_url).payByCard()
      await expect(page.locator('[data-status="COMPLETED"]')).toContainText('€49.00')
      await expect(page.locator('[data-status="COMPLETED"]')).toContainText('Visa •••• 1111')
      await expect(page.locator('[data-action="print"]')).toBeVisible({ visible: javaScriptEnabled })
      await expect(page.locator('[data-action="link-pay"]')).toHaveCount(0)
      expect(await merchant.tollgate.paymentLinks.show(id)).toMatchObject({ status: 'COMPLETED', payments: 1 })
    })
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on its page, with script' : 'on its page, without script', () => {
    test.use({ javaScriptEnabled, expectedNoise: /status of 422/ })

    test('a shopper pays on the page of a link itself, after a mistake on the hosted page', async ({
      page,
      demo,
      merchant,
    }) => {
      const hosted = new HostedPage(page, demo.base_url)
      const links = [
        await createLink(merchant, demo.merchant.terminal_id),
        await createLink(merchant, demo.merchant.terminal_id),
      ]
      await page.goto(links[0]!.url)
      await hosted.fillCard()
      await page.locator('[data-action="link-pay"]').click()
      await expect(page.locator('[data-status="COMPLETED"]')).toContainText('€49.00')
      await page.goto(links[1]!.url)
      await hosted.fillCard('4111111111111112')
      await page.locator('[data-action="link-pay"]').click()
      await expect(hosted.problems).toBeVisible()
      if (javaScriptEnabled) await hosted.fillCard()
      if (javaScriptEnabled) await page.locator('[data-action="link-pay"]').click()
      else await hosted.payByCard()
      await expect(page.locator('[data-status="COMPLETED"]')).toContainText('€49.00')
    })
  })
}

test('a challenge ends on the receipt; meanwhile another browser sees a payment in progress', async ({
  page,
  browser,
  demo,
  merchant,
}) => {
  const price = { amount: 4900n, metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }
  const { url } = await createLink(merchant, demo.merchant.terminal_id, price)
  const other = await browser.newPage()
  await page.goto(url)
  await page.locator('[data-action="link-pay"]').click()
  await new HostedPage(page, demo.base_url).payByCard()
  const bank = new Bank(page)
  await expect(page.locator('[data-outcome="Y"]')).toBeVisible()
  await other.goto(url)
  await expect(other.locator('[data-status="PENDING"]')).toBeVisible()
  await bank.choose('Y')
  await expect(page.locator('[data-status="COMPLETED"]')).toContainText('€49.00')
  await other.reload()
  await expect(other.locator('[data-status="COMPLETED"]')).toBeVisible()
  await other.close()
})

// The browser logs every answer of the page that is an error.
test.describe('a wrong amount and a disabled link', () => {
  test.use({ expectedNoise: /status of 4(10|22)/ })

  for (const locale of ['en-US', 'bs-BA', 'ro-RO', 'sv-SE']) {
    test(
      `${locale}: the page has no accessibility violations and fits 320 pixels`,
      fullUnless(locale === 'en-US'),
      async ({ page, demo, merchant }) => {
        const price = { amount: null, amount_min: 100n, amount_max: 50_000n }
        const { id, url } = await createLink(merchant, demo.merchant.terminal_id, price)
        await page.setViewportSize({ width: 320, height: 800 })
        await page.goto(`${url}?locale=${locale}`)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await page.locator('[data-field="link-amount"]').fill('0,5')
        await page.locator('[data-action="link-pay"]').click()
        await expect(page.getByRole('alert')).toBeVisible()
        await isAccessible()
        await merchant.tollgate.paymentLinks.update(id, { status: 'DISABLED' })
        await page.goto(`${url}?locale=${locale}`)
        await expect(page.locator('[data-status="DISABLED"]')).toBeVisible()
        await isAccessible()

        async function isAccessible() {
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([])
        }
      },
    )
  }
})
