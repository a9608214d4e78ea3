import type { Page } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { Checkout, type OptionPath } from './pages/checkout.ts'
import { type Choice, Provider } from './pages/provider.ts'
import { Result } from './pages/result.ts'

/** The ways that lead to a page of the provider's, and what the result calls them. */
const OPTIONS: readonly (readonly [option: OptionPath, name: string])[] = [
  ['/walleta-pay-redirect', 'Walleta Pay'],
  ['/walletb-pay-redirect', 'Walletb Pay'],
  ['/voucher', 'Alipay'],
]

const CHOICES: readonly Choice[] = ['APPROVED', 'DECLINED', 'CANCELED']

/** Goes from the checkout to the provider's page. */
async function leave(page: Page, shopUrl: string, option: OptionPath): Promise<Provider> {
  const checkout = new Checkout(page)
  await checkout.open(shopUrl, option)
  await checkout.payButton.click()
  const provider = new Provider(page)
  await expect(provider.button('APPROVED')).toBeVisible()
  return provider
}

for (const [option, name] of OPTIONS) {
  for (const choice of CHOICES) {
    test(
      `${name} on ${option}: ${choice} on the provider's page is the shop's result`,
      fullUnless(option === '/voucher' && choice === 'APPROVED'),
      async ({ page, demo }) => {
        const provider = await leave(page, demo.shop_url, option)
        await provider.choose(choice)
        const result = new Result(page)
        await result.shows(choice)
        const isUnpaid = ['DECLINED', 'CANCELED'].includes(choice)
        await expect(result.fact(isUnpaid ? 'Tried with' : 'Paid with')).toHaveText(name)
      },
    )
  }

  test(`${name} on ${option}: double clicks, reload and Back charge once`, FULL, async ({ page, demo, merchant }) => {
    const checkout = new Checkout(page)
    await checkout.open(demo.shop_url, option)
    await checkout.payButton.dblclick()
    await new Provider(page).button('APPROVED').dblclick()
    const result = new Result(page)
    await result.shows('APPROVED')
    const id = await result.transactionId()
    await page.reload()
    await page.goBack()
    await page.goForward()
    await result.shows('APPROVED')
    expect(await result.transactionId()).toBe(id)
    expect(await merchant.charges(id)).toHaveLength(1)
  })

  test(
    `${name} on ${option}: a tab that is closed lets the payment end automatically, with its event`,
    FULL,
    async ({ page, context, demo }) => {
      await new Checkout(page).open(demo.shop_url, option)
      await page.getByLabel('Final status').selectOption('TRX_STATUS_APPROVED')
      const reference = await page.locator('[name="order"]').inputValue()
      await new Checkout(page).payButton.click()
      await expect(new Provider(page).button('APPROVED')).toBeVisible()
      const later = await context.newPage()
      await page.close()
      await later.goto(`${demo.shop_url}/result?order=${reference}`)
      await new Result(later).shows('APPROVED')
    },
  )
}

test('a wallet whose page was left waits, and its button leads there again', FULL, async ({ page, demo }) => {
  await new Checkout(page).open(demo.shop_url, '/walletb-pay-redirect')
  const reference = await page.locator('[name="order"]').inputValue()
  await new Checkout(page).payButton.click()
  await expect(new Provider(page).button('APPROVED')).toBeVisible()
  await page.goto(`${demo.shop_url}/result?order=${reference}`)
  await expect(new Result(page).fact('Status')).toHaveText('PENDING')
  await page.getByRole('link', { name: 'Continue the payment' }).click()
  await new Provider(page).choose('APPROVED')
  await new Result(page).shows('APPROVED')
})

test('a voucher to pay later is pending until it is paid', FULL, async ({ page, demo, merchant }) => {
  const provider = await leave(page, demo.shop_url, '/voucher')
  await provider.choose('PENDING')
  const result = new Result(page)
  await expect(result.fact('Status')).toHaveText('PENDING')
  await page.getByRole('link', { name: 'Continue the payment' }).click()
  await provider.choose('APPROVED')
  await result.shows('APPROVED')
  expect(await merchant.charges(await result.transactionId())).toHaveLength(1)
})

test('a voucher’s answer that was chosen on the test panel comes without its page', FULL, async ({ page, demo }) => {
  await new Checkout(page).open(demo.shop_url, '/voucher')
  await page.getByLabel('Pay with').selectOption({ label: 'Paysafecard' })
  await page.getByLabel('Provider response').selectOption('TRX_STATUS_DECLINED')
  await new Checkout(page).payButton.click()
  await new Result(page).shows('DECLINED')
  await expect(new Result(page).fact('Tried with')).toHaveText('Paysafecard')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Pay with')).toBeVisible()
})

test.describe('a form with a mistake', () => {
  test.use({ expectedNoise: /status of 422/ })

  test('comes back with what was typed, what is wrong, and pays once it is right', FULL, async ({ page, demo }) => {
    await new Checkout(page).open(demo.shop_url, '/voucher')
    const email = page.getByLabel('Email')
    await email.fill('nobody')
    await page.getByLabel('First name').fill('Grace')
    await new Checkout(page).payButton.click()
    await expect(page.locator('#email-problem')).not.toBeEmpty()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toBeFocused()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
    await email.fill('grace@example.com')
    await new Checkout(page).payButton.click()
    await new Provider(page).choose('APPROVED')
    await new Result(page).shows('APPROVED')
  })
})
