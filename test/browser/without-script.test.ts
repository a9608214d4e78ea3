import type { Page } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { Checkout, type OptionPath } from './pages/checkout.ts'
import { Provider } from './pages/provider.ts'
import { Result } from './pages/result.ts'

// The shop, the gateway's pages and the simulators are plain forms first: every way to pay works in a browser without
// script.

test.use({ javaScriptEnabled: false })

/** Through the bank's challenge, each page with a button of its own. */
async function passTheBank(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await new Checkout(page).bank('page').choose('Y')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Reloads until the payment is approved, as without script the result does not reload. */
async function isApproved(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    expect(await page.locator('[data-order]').getAttribute('data-event')).toBe('transaction.processed')
  }).toPass()
  await new Result(page).shows('APPROVED')
}

test('a card pays through the bank’s challenge, is kept, and pays again', async ({ page, demo }) => {
  const checkout = new Checkout(page)
  await checkout.saveCard(demo.shop_url, { flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' })
  await passTheBank(page)
  await isApproved(page)
  await checkout.open(demo.shop_url, '/saved-card')
  await checkout.pay()
  await passTheBank(page)
  await isApproved(page)
})

test('a wallet’s token pays with 3-D Secure', FULL, async ({ page, demo }) => {
  const checkout = new Checkout(page)
  await checkout.open(demo.shop_url, '/walleta-pay')
  await checkout.useWallet('PAN_ONLY')
  await checkout.pay()
  await passTheBank(page)
  await isApproved(page)
})

test('a wallet’s token pays without 3-D Secure', async ({ page, demo }) => {
  const checkout = new Checkout(page)
  await checkout.open(demo.shop_url, '/walleta-pay')
  await checkout.useWallet('CRYPTOGRAM_3DS')
  await checkout.pay()
  await isApproved(page)
})

for (const option of ['/walleta-pay-redirect', '/walletb-pay-redirect', '/voucher'] satisfies OptionPath[]) {
  test(
    `${option} pays on the provider’s page`,
    fullUnless(option === '/walletb-pay-redirect'),
    async ({ page, demo }) => {
      await new Checkout(page).open(demo.shop_url, option)
      await new Checkout(page).payButton.click()
      await new Provider(page).choose('APPROVED')
      await isApproved(page)
    },
  )
}
