import { expect, FULL, test } from '../support/browser-test.ts'
import { Checkout } from './pages/checkout.ts'
import { Result } from './pages/result.ts'

const WITHOUT_FINGERPRINT = 'VERSIONING_FINGERPRINT_N_CHALLENGE'

test.beforeEach(({ page, demo }) => new Checkout(page).open(demo.shop_url, '/walleta-pay'))

test('a CRYPTOGRAM_3DS token of the wallet pays without the bank’s challenge', async ({ page, merchant }) => {
  const checkout = new Checkout(page)
  await checkout.useWallet('CRYPTOGRAM_3DS')
  await checkout.pay({ flow: WITHOUT_FINGERPRINT })
  const result = new Result(page)
  await result.shows('APPROVED')
  await expect(result.fact('Paid with')).toHaveText('411111******1111')
  expect(await merchant.charges(await result.transactionId())).toHaveLength(1)
})

for (const challenge of ['page', 'frame'] as const) {
  test(`a PAN_ONLY token of the wallet leads to the bank’s challenge in a ${challenge}`, FULL, async ({ page }) => {
    const checkout = new Checkout(page)
    await checkout.useWallet('PAN_ONLY')
    await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge })
    await expect(checkout.bank(challenge).heading).toBeVisible()
    await checkout.bank(challenge).choose('Y')
    await new Result(page).shows('APPROVED')
  })
}

test('another card of the wallet pays, and the sheet says that it is simulated', FULL, async ({ page }) => {
  const checkout = new Checkout(page)
  await checkout.useWallet('CRYPTOGRAM_3DS')
  await page.getByRole('link', { name: 'Choose another card' }).click()
  await expect(page.getByText('Simulated wallet.')).toBeVisible()
  await page.getByLabel('Mastercard').check()
  await page.getByRole('button', { name: 'Use this card' }).click()
  await checkout.pay()
  await new Result(page).shows('APPROVED')
  await expect(new Result(page).fact('Paid with')).toHaveText('555555******4444')
})

test('a double click on Pay spends the wallet’s token once', FULL, async ({ page, merchant }) => {
  const checkout = new Checkout(page)
  await checkout.useWallet('CRYPTOGRAM_3DS')
  await checkout.payButton.dblclick()
  const result = new Result(page)
  await result.shows('APPROVED')
  expect(await merchant.charges(await result.transactionId())).toHaveLength(1)
})
