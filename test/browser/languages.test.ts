import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { randomText } from '#domain/ids.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import { LOCALES } from '#web/shared/locales.ts'
import { AT_REST, expect, fullUnless, test } from '../support/browser-test.ts'
import { EmbeddedShop } from './pages/embedded-shop.ts'
import { HostedPage } from './pages/hosted-page.ts'

const PHONE = { width: 390, height: 844 }

test.use({ ...AT_REST, viewport: PHONE })

/** The longest texts, and those from right to left. */
const DEMANDING = ['de-DE', 'fi-FI', 'ar']

for (const locale of LOCALES) {
  test(
    `${locale}: nothing is cut off on a phone, on the hosted page, a link and the bank’s page`,
    fullUnless(DEMANDING.includes(locale)),
    async ({ page, demo, merchant }) => {
      const hosted = new HostedPage(page, demo.base_url)
      const tokenization = { save_card_for_future_payments: 'ask' }
      await hosted.open(await merchant.createSession({ tokenization }), locale)
      await hosted.payButton.click()
      await expect(hosted.problems).toBeVisible()
      expect(await cutOff(page)).toEqual([])
      const link = { terminal_id: demo.merchant.terminal_id, reference: randomText(12), description: 'Pottery' }
      const price = { currency: 'EUR', amount: null, amount_min: 100n, amount_max: 9_999_900n, locale }
      const { url } = await merchant.tollgate.paymentLinks.create({ ...link, ...price })
      await page.goto(url)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await cutOff(page)).toEqual([])
      await hosted.open(await merchant.createSession(), locale)
      await hosted.method('walleta-pay-redirect').getByRole('radio').check()
      await hosted.payButton.click()
      await expect(page.locator('[data-outcome="APPROVED"]')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await cutOff(page)).toEqual([])
    },
  )
}

/** Elements whose text does not fit them, and a page that is wider than the window. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement
    const tight = [...document.querySelectorAll('button, a, label, p, h1, h2, legend, dd, dt, li')].filter(
      (each) =>
        each.checkVisibility() && getComputedStyle(each).display !== 'inline' && !each.closest('.visually-hidden, .networks') &&
        each.scrollWidth > each.clientWidth + 1,
    )
    const wide = root.scrollWidth > root.clientWidth ? [root.scrollWidth + ' pixels wide'] : []
    return [...tight.map(({ outerHTML }) => outerHTML.slice(0, 120)), ...wide]
  })()`)
}

for (const locale of ['ar', 'de-DE'] as const) {
  test(`${locale}: the hosted page and its errors have no accessibility violations`, async ({
    page,
    demo,
    merchant,
  }) => {
    const hosted = new HostedPage(page, demo.base_url)
    await page.goto(`${demo.base_url}/hosted-payment-page/${await merchant.createSession({ locale })}`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await hosted.payButton.click()
    await expect(hosted.problems).toContainText(textsOf(locale).numberMissing)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  })
}

test('in Arabic the page runs from right to left, its card fields do not, and digits of both scripts pay', async ({
  page,
  demo,
  merchant,
}) => {
  const session = await merchant.createSession({
    return_url: demo.base_url,
    locale: 'ar',
    metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED' },
  })
  await page.goto(`${demo.base_url}/hosted-payment-page/${session}`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const [pay, radio] = [page.locator('[data-action="pay"]'), page.locator('[name="method"]').first()]
  expect((await radio.boundingBox())!.x).toBeGreaterThan(PHONE.width / 2)
  const number = page.locator('[autocomplete="cc-number"]')
  await expect(number).toHaveCSS('direction', 'ltr')
  await number.pressSequentially('٤١١١١١١١۱۱۱۱۱۱۱۱')
  await expect(number).toHaveValue('4111 1111 1111 1111')
  await page.locator('[autocomplete="cc-exp"]').pressSequentially('١٢۳٩')
  await expect(page.locator('[autocomplete="cc-exp"]')).toHaveValue('12 / 39')
  await page.locator('#cvc').pressSequentially('١٢۳')
  await pay.click()
  await expect(page).toHaveURL(`${demo.base_url}/`)
  expect(await merchant.tollgate.sessions.show(session)).toMatchObject({ status: 'APPROVED', locale: 'ar' })
})

test('the embedded fields speak the session’s language from the start, and any other on request', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession({ locale: 'ar' }), locale: null })
  await shop.mount('card')
  const root = shop.fields.locator('html')
  await expect(root).toHaveAttribute('dir', 'rtl')
  await expect(shop.fields.locator('label[for="number"]')).toHaveText(textsOf('ar').number)
  await expect(page.locator('embedded-fields-card iframe')).toHaveAttribute('title', textsOf('ar').frameTitle)
  const { violations } = await new AxeBuilder({ page }).disableRules(['region', 'landmark-one-main']).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await shop.field('number').pressSequentially('٤١١١')
  for (const locale of ['fi', 'de-AT']) await page.evaluate(`component.changeLocale('${locale}')`)
  await expect(root).toHaveAttribute('lang', 'de-DE')
  await expect(root).toHaveAttribute('dir', 'ltr')
  await expect(shop.fields.locator('label[for="number"]')).toHaveText(textsOf('de-DE').number)
  await expect(shop.field('number')).toHaveValue('4111')
})
