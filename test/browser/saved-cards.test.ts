import { expect, FULL, test } from '../support/browser-test.ts'
import { Checkout } from './pages/checkout.ts'
import { Result } from './pages/result.ts'

const WITHOUT_FINGERPRINT = 'VERSIONING_FINGERPRINT_N_CHALLENGE'

/** Resolves to how far the page scrolls in ten frames. */
const SCROLLED = `(async () => {
  const before = scrollY
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
  return scrollY - before
})()`

test('a card that was saved is listed with mask, brand and expiry, and pays the next order', async ({
  page,
  demo,
  merchant,
}) => {
  const checkout = new Checkout(page)
  const result = new Result(page)
  await checkout.saveCard(demo.shop_url)
  await result.shows('APPROVED')
  await expect(result.fact('Kept')).toBeVisible()

  await page.goto(`${demo.shop_url}/api`)
  await page.getByRole('link', { name: 'Saved card' }).click()
  const card = page.locator('[name="token"][type="radio"]')
  await expect(card).toBeChecked()
  await expect(card.locator('..')).toContainText(/Visa 411111\*{6}1111\s+Expires 12 \/ 20\d\d/i)
  await checkout.pay({ flow: WITHOUT_FINGERPRINT })
  await checkout.bank('page').choose('Y')
  await result.shows('APPROVED')
  await expect(result.fact('Paid with')).toHaveText('411111******1111')
  expect(await merchant.charges(await result.transactionId())).toHaveLength(1)
})

test(
  'a saved card pays with its security code, which is refused beside its field when it cannot be one',
  FULL,
  async ({ page, demo }) => {
    const checkout = new Checkout(page)
    await checkout.saveCard(demo.shop_url)
    await new Result(page).shows('APPROVED')
    await checkout.open(demo.shop_url, '/saved-card')
    const code = page.getByLabel('Security code')
    await code.fill('12')
    await checkout.pay({ flow: 'VERSIONING_NOT_ENROLLED' })
    await expect(code).toBeFocused()
    await expect(page.locator('#cvc-problem')).not.toBeEmpty()
    // A page that still scrolls would move the button away from under the pointer.
    expect(await page.evaluate(SCROLLED)).toBe(0)
    await code.fill('123')
    await checkout.payButton.click()
    await new Result(page).shows('APPROVED')
  },
)

test('a card that was removed is gone', FULL, async ({ page, demo }) => {
  const checkout = new Checkout(page)
  await checkout.saveCard(demo.shop_url)
  await new Result(page).shows('APPROVED')
  await checkout.open(demo.shop_url, '/saved-card')
  await page.getByRole('button', { name: 'Remove visa ending in 1111' }).click()
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
})

test('a declined payment keeps no card', FULL, async ({ page, demo }) => {
  const checkout = new Checkout(page)
  await checkout.saveCard(demo.shop_url, { flow: 'VERSIONING_NOT_ENROLLED', response: 'TRX_STATUS_DECLINED' })
  await new Result(page).shows('DECLINED')
  await checkout.open(demo.shop_url, '/saved-card')
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
})

test('another browser does not see the saved cards', FULL, async ({ page, demo, browser }) => {
  await new Checkout(page).saveCard(demo.shop_url)
  await new Result(page).shows('APPROVED')
  const stranger = await browser.newPage()
  await new Checkout(stranger).open(demo.shop_url, '/saved-card')
  await expect(stranger.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
  await stranger.close()
})
