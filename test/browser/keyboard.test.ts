import { expect, FULL, test } from '../support/browser-test.ts'
import { Checkout, type OptionPath } from './pages/checkout.ts'
import { tabTo } from './pages/keyboard.ts'
import { Result } from './pages/result.ts'

// Every way to pay with Tab, Space, the arrows and Enter, starting where the checkout opens.

const APPROVE = '[data-outcome="APPROVED"]'
const PAY = '[data-action="pay"]'

test.beforeEach(({ page, demo }) => new Checkout(page).open(demo.shop_url))

for (const option of ['/walleta-pay-redirect', '/walletb-pay-redirect', '/voucher'] satisfies OptionPath[]) {
  test(`the keyboard alone pays by ${option}`, FULL, async ({ page }) => {
    await tabTo(page, `[href="/api${option}"]`)
    await page.keyboard.press('Enter')
    await expect(page.locator('[aria-current="page"]')).toHaveAttribute('href', `/api${option}`)
    await tabTo(page, PAY)
    await page.keyboard.press('Enter')
    await expect(page.locator(APPROVE)).toBeVisible()
    await tabTo(page, APPROVE)
    await page.keyboard.press('Enter')
    await new Result(page).shows('APPROVED')
  })
}

test('the keyboard alone chooses in the wallet’s sheet and pays', FULL, async ({ page }) => {
  await tabTo(page, '[href="/api/walleta-pay"]')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-action="wallet"]')).toBeVisible()
  await tabTo(page, '[data-action="wallet"]')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-action="use-card"]')).toBeVisible()
  await tabTo(page, '[name="card_number"]')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, '[data-action="use-card"]')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paying with Mastercard')).toBeVisible()
  await tabTo(page, PAY)
  await page.keyboard.press('Enter')
  await new Result(page).shows('APPROVED')
})

test('the keyboard alone saves a card and removes it', FULL, async ({ page, demo }) => {
  await tabTo(page, '[name="save_card"]')
  await page.keyboard.press('Space')
  await tabTo(page, '[name="simulated_flow"]')
  await page.keyboard.type('Card without')
  await tabTo(page, PAY)
  await page.keyboard.press('Enter')
  await new Result(page).shows('APPROVED')
  await new Checkout(page).open(demo.shop_url, '/saved-card')
  await tabTo(page, '[form="remove-card"]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
})
