import { randomBytes } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { BankMethod } from '../../client/index.ts'
import { AT_REST, expect, FULL, fullUnless, test as stage } from '../support/browser-test.ts'
import { Checkout } from './pages/checkout.ts'
import { type Choice, Provider } from './pages/provider.ts'
import { Result } from './pages/result.ts'

const METHODS: readonly BankMethod[] = ['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE']

/** Outcomes with the heading of the page that the shopper gets to. */
const ENDS: readonly (readonly [Choice, string])[] = [
  ['APPROVED', 'Thank you'],
  ['PENDING', 'Thank you'],
  ['DECLINED', 'Sorry'],
  ['CANCELED', 'Your basket'],
]

/** The outcome by which each method is seen in every run: each outcome once. */
const REPRESENTATIVE: Partial<Record<BankMethod, Choice>> = { OPEN_BANKING: 'APPROVED', QR_CODE: 'CANCELED' }

interface Payment {
  readonly id: string
  readonly url: string
}

/** Starts payments of 12.50 EUR at a shop whose three addresses have pages of their own. */
const test = stage.extend<{ pay: (method: BankMethod) => Promise<Payment> }>({
  pay: async ({ merchant, demo, site }, use) => {
    const page = (heading: string) => site.show(`<h1>${heading}</h1>`)
    await use(async (method) => {
      const { redirect } = await merchant.tollgate.payment({
        reference: `browser-${randomBytes(6).toString('hex')}`,
        terminal_id: demo.merchant.terminal_id,
        description: 'Two bags of beans',
        currency: 'EUR',
        amount: 1250n,
        method,
        country: 'RO',
        customer_ip: '192.0.2.1',
        return_url: page('Thank you'),
        error_url: page('Sorry'),
        cancel_url: page('Your basket'),
      })
      if (!redirect) throw new Error(`${method} led to no page.`)
      return { id: redirect.transaction_id, url: redirect.url }
    })
  },
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const method of METHODS) {
    for (const [choice, end] of ENDS) {
      test(
        `${method}: ${choice} leads to “${end}”`,
        fullUnless(choice === REPRESENTATIVE[method]),
        async ({ page, pay, merchant }) => {
          const { id, url } = await pay(method)
          await page.goto(url)
          await expect(page.getByLabel('Simulator')).toContainText('No real money moves')
          await new Provider(page).choose(choice)
          await expect(heading(page)).toHaveText(end)
          expect(await merchant.statusOf(id)).toBe(choice)
        },
      )
    }
  }

  for (const [method, house] of [
    ['OPEN_BANKING', 'Harbour Bank'],
    ['WALLETS', 'Satchel Pay'],
  ] as const) {
    test(
      `${method}: ${house} is chosen, another looked at, and the payment allowed there`,
      FULL,
      async ({ page, pay }) => {
        await page.goto((await pay(method)).url)
        await page.getByRole('button', { name: house }).click()
        await expect(heading(page)).toHaveText(house)
        await page.getByRole('link', { name: 'Choose another' }).click()
        await page.getByRole('button', { name: house }).click()
        await new Provider(page).choose('APPROVED')
        await expect(heading(page)).toHaveText('Thank you')
      },
    )
  }

  test('UPI: a request goes to a plausible address only, and is approved in the app', FULL, async ({ page, pay }) => {
    await page.goto((await pay('UPI')).url)
    const address = page.getByLabel('UPI address')
    await address.fill('ada lindqvist')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toHaveValue('ada lindqvist')
    await expect(page.locator('#vpa-problem')).toContainText('Enter a UPI address')
    await address.fill('ada@harbour')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await expect(page.getByText('We asked ada@harbour to pay')).toBeVisible()
    await new Provider(page).choose('APPROVED')
    await expect(heading(page)).toHaveText('Thank you')
  })

  test('BANK_TRANSFER: money arrives in parts, and too much of it goes back', FULL, async ({ page, pay, merchant }) => {
    const { id, url } = await pay('BANK_TRANSFER')
    await page.goto(url)
    await expect(page.getByText(/^RF\d\d( \d{4}){4}$/)).toBeVisible()
    const arrives = async (amount: string) => {
      const namedButton = page.getByRole('button', { name: `Send €${amount}`, exact: true })
      await page.getByLabel('Amount in EUR').fill(amount)
      // Without a script the first click only names the new amount.
      if (!(await namedButton.isVisible())) await page.locator('[data-action="arrive"]').click()
      await namedButton.click()
    }
    await arrives('5.00')
    await expect(page.getByText('€5.00 of €12.50 has arrived')).toBeVisible()
    await arrives('10.00')
    await expect(page.getByText('This order is paid')).toBeVisible()
    await expect(page.locator('[data-direction]')).toHaveText([
      /Returned− €2\.50/,
      /Arrived\+ €10\.00/,
      /Arrived\+ €5\.00/,
    ])
    await arrives('12.50')
    await expect(page.locator('[data-direction="OUT"]')).toHaveText([/€12\.50/, /€2\.50/])
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expect(heading(page)).toHaveText('Thank you')
    expect((await merchant.tollgate.transactionStatus(id)).transaction).toMatchObject({
      status: 'APPROVED',
      amount: 1250n,
      data: { received_amount: 1250n },
    })
  })
})

test.describe('in the demo shop', () => {
  for (const [method, name] of [
    ['OPEN_BANKING', 'Your bank'],
    ['UPI', 'UPI'],
    ['WALLETS', 'Another wallet'],
    ['BANK_TRANSFER', 'Bank transfer'],
    ['QR_CODE', 'QR code'],
  ] as const) {
    test(`${name} is chosen at the checkout and pays`, FULL, async ({ page, demo, merchant }) => {
      await new Checkout(page).open(demo.shop_url, '/bank')
      await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
      await new Checkout(page).payButton.click()
      await new Provider(page).choose('APPROVED')
      const result = new Result(page)
      await result.shows('APPROVED')
      await expect(result.fact('Paid with')).toHaveText(name)
      const { transaction } = await merchant.tollgate.transactionStatus(await result.transactionId())
      expect(transaction?.payment_method.method).toBe(method)
    })
  }

  test(
    'a transfer that arrives while the shopper looks at the result is seen there',
    FULL,
    async ({ page, demo, context }) => {
      await new Checkout(page).open(demo.shop_url, '/bank')
      await page.getByRole('radio', { name: 'Bank transfer' }).check()
      await new Checkout(page).payButton.click()
      const bank = await context.newPage()
      await bank.goto(page.url())
      await new Provider(page).choose('PENDING')
      await expect(new Result(page).fact('Status')).toHaveText('PENDING')
      await bank.locator('[data-action="arrive"]').click()
      await new Result(page).shows('APPROVED')
    },
  )

  test('the checkout has no accessibility violations and fits 320 pixels', FULL, async ({ page, demo }) => {
    await new Checkout(page).open(demo.shop_url, '/bank')
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })
})

test.describe('an amount that is none', () => {
  test.use({ expectedNoise: /status of 422/ })

  test('comes back as it was typed, with what is wrong, and records nothing', async ({ page, pay }) => {
    await page.goto((await pay('BANK_TRANSFER')).url)
    const amount = page.getByLabel('Amount in EUR')
    await amount.fill('12.505')
    await page.locator('[data-action="arrive"]').click()
    await expect(amount).toHaveValue('12.505')
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('#amount-problem')).toContainText('€1,234.50')
    await expect(page.locator('[data-direction]')).toHaveCount(0)
  })
})

/** Each face of each page, and the button that leads there. */
const FACES: readonly (readonly [BankMethod, string | undefined])[] = [
  ...METHODS.map((method) => [method, undefined] as const),
  ['OPEN_BANKING', 'Meadow Savings'],
  ['WALLETS', 'Pocket'],
  ['UPI', 'Send the request'],
  ['BANK_TRANSFER', 'Send €12.50'],
]

test.use(AT_REST)

for (const [method, button] of FACES) {
  test(
    `${method}${button ? `, after “${button}”,` : ''} has no accessibility violations, in light and dark, and fits 320 pixels`,
    FULL,
    async ({ page, pay }) => {
      await page.goto((await pay(method)).url)
      if (method === 'UPI' && button) await page.getByLabel('UPI address').fill('ada@harbour')
      if (button) await page.getByRole('button', { name: button, exact: true }).click()
      await expect(heading(page)).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join())])).toEqual([])
      }
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 640 })
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
    },
  )
}
