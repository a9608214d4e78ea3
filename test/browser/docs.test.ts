import { AxeBuilder } from '@axe-core/playwright'
import { expect, FULL, test } from '../support/browser-test.ts'

// The documentation at /docs, and the pages that lead to it. That every link leads somewhere is in src/http/docs/site.test.ts.

/** Addresses without a page. */
test.use({ expectedNoise: /status of 40[14] / })

test('results appear while typing, and lead to the section', FULL, async ({ page, demo }) => {
  await page.goto(`${demo.base_url}/docs`)
  const field = page.getByLabel('Search guides and reference')
  await field.fill('card_hash')
  const first = page.locator('#docs-found a').first()
  await expect(first).toContainText(/card/i)
  await field.press('ArrowDown')
  await expect(first).toBeFocused()
  const address = await first.getAttribute('href')
  await first.press('Enter')
  await page.waitForURL(demo.base_url + address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const former of ['/docs#tag/transactions/POST/api/transactions/payout', '/docs/api/transactions#createPayout'])
  test(`the former address ${former} leads to the page of the operation`, FULL, async ({ page, demo }) => {
    await page.goto(demo.base_url + former)
    await page.waitForURL('**/docs/api/transactions/createPayout')
    await expect(page.getByRole('heading', { name: 'Send money to a bank account' })).toBeVisible()
  })

test('an address with a broken fragment has its form anyway', FULL, async ({ page, demo }) => {
  await page.goto(`${demo.base_url}/docs/api/customers/createCustomer#%E0%A4%A`)
  await page.getByText('Try it').click()
  await expect(page.getByText('Your access token')).toBeVisible()
})

test(
  'a visitor with credentials gets a token on a page of the reference and tries operations',
  FULL,
  async ({ page, demo }) => {
    await page.goto(`${demo.base_url}/docs/api/customers/createCustomer`)
    await page.getByText('Try it').click()
    await page.getByText('Your access token').click()
    await page.getByLabel('Client id').fill(demo.merchant.client_id)
    await page.getByLabel('Client secret').fill(demo.merchant.client_secret)
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByText('Valid for 300 seconds.')).toBeVisible()

    const creation = page.locator('section', { has: page.locator('#createCustomer') })
    await creation.getByLabel('Body').fill('{ "first_name": "Ada" }')
    await creation.getByRole('button', { name: 'Send POST /api/customers' }).click()
    await expect(creation.locator('.docs-trial-answer')).toContainText('201 Created')
    const { id } = JSON.parse((await creation.locator('.docs-trial-answer code').textContent())!)

    // The token goes along from page to page.
    await page.getByRole('link', { name: 'Show a customer' }).click()
    const reading = page.locator('section', { has: page.locator('#showCustomer') })
    await reading.getByText('Try it').click()
    await reading.getByLabel('id', { exact: true }).fill(id)
    await reading.getByRole('button', { name: 'Send GET' }).click()
    await expect(reading.locator('.docs-trial-answer')).toContainText('"first_name": "Ada"')
  },
)

test('the demo merchant’s token comes in one press, and test fields are encrypted', FULL, async ({ page, demo }) => {
  await page.goto(`${demo.base_url}/docs/api/transactions/authorizePayment`)
  const payment = page.locator('section', { has: page.locator('#authorizePayment') })
  await payment.getByText('Try it').click()
  await payment.getByRole('button', { name: 'Use the demo merchant' }).click()
  await expect(payment.getByText('Using this tab’s access token.')).toBeVisible()
  await payment.getByText('Encrypt test card fields').click()
  await payment.getByRole('button', { name: 'Encrypt into the body' }).click()
  await expect(payment.getByText('Encrypted. The body has the new values.')).toBeVisible()
  const body = payment.getByLabel('Body')
  await body.fill((await body.inputValue()).replace('order-1001', `docs-${Date.now()}`))
  await payment.getByRole('button', { name: 'Send POST' }).click()
  await expect(payment.locator('.docs-trial-answer')).toContainText('200 OK')
  await expect(payment.locator('.docs-trial-answer')).toContainText('THREE_DS_2')
})

test('code is copied, and a chosen language stays chosen', FULL, async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${demo.base_url}/docs/integrate/card-encryption#go`)
  await expect(page.locator('#go')).toBeVisible()
  await page.locator('.docs-tabs').getByText('Python').click()
  await expect(page.locator('#go')).toBeHidden()
  await page.getByRole('figure').filter({ hasText: 'import base64' }).getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^import base64\n/)
  await page.goto(`${demo.base_url}/docs/integrate/other-languages`)
  await expect(page.locator('#python')).toBeVisible()
  await expect(page.locator('#java')).toBeHidden()
})

/** Code boxes in which the button covers text, by their first letters. */
const COVERED = `[...document.querySelectorAll('.docs-copy')].filter((button) => {
  const box = button.previousElementSibling
  const range = document.createRange()
  range.selectNodeContents(box)
  const [shown, own] = [box.getBoundingClientRect(), button.getBoundingClientRect()]
  return [...range.getClientRects()].some((text) =>
    Math.min(text.right, shown.right, own.right) > Math.max(text.left, shown.left, own.left) &&
    Math.min(text.bottom, shown.bottom, own.bottom) > Math.max(text.top, shown.top, own.top))
}).map((button) => button.previousElementSibling.textContent.slice(0, 40))`

for (const width of [390, 1280])
  test(`the button that copies covers no code at ${width} pixels`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/docs/api/payment-links/createPaymentLink', '/docs/integrate/quickstart']) {
      await page.goto(demo.base_url + path)
      await expect(page.locator('.docs-copy').first()).toBeVisible()
      expect(await page.evaluate(COVERED), path).toEqual([])
      await page.evaluate(`for (const box of document.querySelectorAll('.docs-code > pre')) box.scrollLeft = 1e6`)
      expect(await page.evaluate(COVERED), path).toEqual([])
    }
  })

test('without script the form searches and the menu opens', FULL, async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${demo.base_url}/docs`)
  await page.getByLabel('Search guides and reference').fill('webhook secret')
  await page.getByLabel('Search guides and reference').press('Enter')
  await expect(page.getByRole('heading', { name: 'Search' })).toBeVisible()
  await expect(page.locator('.docs-findings a').first()).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Documentation' })
  await menu.getByText('Integrate').click()
  await menu.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await context.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [375, 1280])
    test(`pages fit ${width} pixels and are accessible in ${colorScheme}`, FULL, async ({ page, demo }) => {
      // A busy machine takes its time for so many pages.
      test.setTimeout(300_000)
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const path of [
        '/',
        '/no-such-page',
        '/api/transactions',
        '/docs',
        '/docs/search?q=refund',
        '/docs/integrate/quickstart',
        '/docs/integrate/card-encryption',
        '/docs/reference/processing-codes',
        '/docs/reference/statuses',
        '/docs/integrate/three-ds',
        '/docs/errors/1004',
        '/docs/api',
        '/docs/api/customers',
        '/docs/api/transactions/authorizePayment',
        '/docs/api/events/transactionProcessed',
      ]) {
        await page.goto(`${demo.base_url}${path}`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [path, id, nodes[0]!.html])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
    })
