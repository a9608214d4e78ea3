import type { Page } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'
import { Provider } from './pages/provider.ts'
import { returnTo, waitForReturn } from './pages/return-url.ts'

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    /** Without script every passage has a button. */
    async function goOn(page: Page, name: string): Promise<void> {
      if (!javaScriptEnabled) await page.getByRole('button', { name }).click()
    }

    test('a card pays and the shopper is back at the shop', async ({ page, demo, site, merchant }) => {
      const id = await merchant.createSession(returnTo(site.origin))
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(id)
      await expect(page.locator('.amount')).toHaveText('€12.50')
      await expect(page.getByText('Two bags of beans')).toBeVisible()
      await expect(page.locator('[data-field="test-mode"]')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larkspur Coffee')
      await hosted.payByCard()
      await waitForReturn(page, site.origin)
      expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
    })

    test(
      'a challenge runs on full pages and charges once',
      fullUnless(javaScriptEnabled),
      async ({ page, demo, site, merchant }) => {
        const id = await merchant.createSession({ ...returnTo(site.origin), ...CHALLENGE })
        await new HostedPage(page, demo.base_url).open(id)
        await new HostedPage(page, demo.base_url).payByCard()
        await goOn(page, 'Go to your bank')
        await new Bank(page).choose('Y')
        await goOn(page, 'Continue')
        await waitForReturn(page, site.origin)
        const { transactions } = await merchant.readSession(id)
        expect(transactions).toHaveLength(1)
        expect(await merchant.charges(transactions[0]!)).toHaveLength(1)
      },
    )

    test('a challenge that is canceled leads back to the shop', FULL, async ({ page, demo, site, merchant }) => {
      const id = await merchant.createSession({ ...returnTo(site.origin), ...CHALLENGE })
      await new HostedPage(page, demo.base_url).open(id)
      await new HostedPage(page, demo.base_url).payByCard()
      await goOn(page, 'Go to your bank')
      await new Bank(page).choose('cancel')
      await goOn(page, 'Continue')
      await waitForReturn(page, site.origin)
      expect(await merchant.readSession(id)).toMatchObject({ status: 'CANCELED' })
    })

    test(
      'after a decline the shopper tries again on the page, in another way',
      fullUnless(javaScriptEnabled),
      async ({ page, demo, site, merchant }) => {
        const id = await merchant.createSession({ ...returnTo(site.origin), ...CHALLENGE })
        const hosted = new HostedPage(page, demo.base_url)
        await hosted.open(id)
        await hosted.payByCard()
        await goOn(page, 'Go to your bank')
        await new Bank(page).choose('N')
        await goOn(page, 'Continue')
        await expect(hosted.news).toHaveAttribute('data-status', 'DECLINED')
        await expect(hosted.news).toContainText('You did not pass your bank’s check and nothing was charged')
        await hosted.payByCard()
        await goOn(page, 'Go to your bank')
        await new Bank(page).choose('Y')
        await goOn(page, 'Continue')
        await waitForReturn(page, site.origin)
        const { status, transactions } = await merchant.readSession(id)
        expect([status, transactions.length]).toEqual(['APPROVED', 2])
      },
    )

    test('a wallet leads to its page and back', FULL, async ({ page, demo, site, merchant }) => {
      const id = await merchant.createSession({ ...returnTo(site.origin), metadata: {} })
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(id)
      await hosted.method('walleta-pay-redirect').click()
      await hosted.payButton.click()
      await new Provider(page).choose('APPROVED')
      await waitForReturn(page, site.origin)
      expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
    })

    test(
      'a voucher asks who pays and leads to its page; a decline there leads back here',
      fullUnless(javaScriptEnabled),
      async ({ page, demo, merchant }) => {
        const id = await merchant.createSession({ metadata: {} })
        const hosted = new HostedPage(page, demo.base_url)
        await hosted.open(id)
        await hosted.method('voucher-redirect-psc').click()
        await page.getByLabel('First name').fill('Ana')
        await page.getByLabel('Last name').fill('Pop')
        await page.getByLabel('Email').fill('ana@example.com')
        await hosted.payButton.click()
        await new Provider(page).choose('DECLINED')
        await expect(hosted.news).toHaveAttribute('data-status', 'DECLINED')
      },
    )

    test(
      'a bank payment asks for the country, and not where the session says it',
      FULL,
      async ({ page, demo, merchant }) => {
        const hosted = new HostedPage(page, demo.base_url)
        await hosted.open(await merchant.createSession({ metadata: {} }))
        await hosted.method('OPEN_BANKING').click()
        await page.getByLabel('Country').selectOption('RO')
        await hosted.payButton.click()
        await expect(new Provider(page).button('APPROVED')).toBeVisible()
        await hosted.open(await merchant.createSession({ metadata: {}, country: 'RO' }))
        await hosted.method('OPEN_BANKING').click()
        await expect(page.getByLabel('Country')).toHaveCount(0)
      },
    )

    test(
      'canceling leads back to the shop, and afterwards there is nothing to pay',
      fullUnless(javaScriptEnabled),
      async ({ page, demo, site, merchant }) => {
        const id = await merchant.createSession(returnTo(site.origin))
        const hosted = new HostedPage(page, demo.base_url)
        await hosted.open(id)
        await hosted.cancelButton.click()
        await waitForReturn(page, site.origin)
        const { status, transactions } = await merchant.readSession(id)
        expect([status, transactions.length]).toEqual(['CANCELED', 1])
        expect(await merchant.statusOf(transactions[0]!)).toBe('CANCELED')
        await hosted.open(id)
        await expect(hosted.outcome).toHaveAttribute('data-status', 'CANCELED')
        await expect(hosted.methods).toHaveCount(0)
      },
    )
  })
}

test('a saved card pays without typing its number', FULL, async ({ page, demo, site, merchant }) => {
  const customer = { id: await merchant.createCustomerWithCard() }
  const id = await merchant.createSession({ ...returnTo(site.origin), customer })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await expect(hosted.method('saved_card').getByText('•••• 1111')).toBeVisible()
  await hosted.payButton.click()
  await waitForReturn(page, site.origin)
  expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
})

test('a card is kept where the shopper says so, and offered the next time', async ({ page, demo, site, merchant }) => {
  const customer = { id: await merchant.createCustomerWithCard() }
  const tokenization = { save_card_for_future_payments: 'ask' }
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession({ ...returnTo(site.origin), customer, tokenization }))
  await hosted.method('card').locator('[name="method"]').check()
  await hosted.fillCard('5555555555554444')
  await page.getByLabel('Save this card for next time').check()
  await hosted.payButton.click()
  await waitForReturn(page, site.origin)
  await hosted.open(await merchant.createSession({ customer }))
  await expect(hosted.method('saved_card').getByText('•••• 4444')).toBeVisible()
})

test('only what fits the session is offered', async ({ page, demo, merchant }) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession({ transaction_type: 'AUTHORIZE' }))
  await expect(hosted.methods).toHaveCount(1)
  await expect(hosted.method('card')).toBeVisible()
})

test('the present language is named among the others, and the sentence about card details comes with cards only', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession(), 'sv-SE')
  await expect(page.locator('.languages [aria-current]')).toHaveText('Svenska')
  await expect(page.locator('.languages li')).toHaveCount(15)
  await expect(page.locator('.secure')).toBeVisible()
  await hosted.method('OPEN_BANKING').getByRole('radio').check()
  await expect(page.locator('.secure')).toBeHidden()
})

test('a payment that waits for confirmation completes the page', FULL, async ({ page, demo, site, merchant }) => {
  const id = await merchant.createSession({ ...returnTo(site.origin), metadata: {} })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.method('walleta-pay-redirect').click()
  await hosted.payButton.click()
  await new Provider(page).choose('PENDING')
  await waitForReturn(page, site.origin)
  await hosted.open(id)
  await expect(hosted.outcome).toHaveAttribute('data-status', 'PENDING')
  await expect(hosted.methods).toHaveCount(0)
})

test('the browser’s language decides unless another is requested', FULL, async ({ browser, demo, merchant }) => {
  const url = `${demo.base_url}/hosted-payment-page/${await merchant.createSession()}`
  for (const [language, words] of [
    ['sv', 'Hur vill du betala?'],
    ['ro-MD', 'Cum doriți să plătiți?'],
    ['ja', 'How do you want to pay?'],
  ]) {
    const page = await browser.newPage({ locale: language! })
    await page.goto(url)
    await expect(page.getByText(words!)).toBeVisible()
    await page.close()
  }
})

test('the keyboard alone pays', async ({ page, demo, site, merchant }) => {
  await new HostedPage(page, demo.base_url).open(await merchant.createSession(returnTo(site.origin)))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4111111111111111')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1230')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await waitForReturn(page, site.origin)
})

test('amounts have their currency’s own decimals', FULL, async ({ page, demo, merchant }) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession({ currency: 'JPY', amount: 1250 }))
  await expect(page.locator('.amount')).toHaveText('¥1,250')
  await hosted.open(await merchant.createSession({ currency: 'KWD', amount: 1250 }), 'sv-SE')
  await expect(page.locator('.amount')).toHaveText(/^1,250\sKWD$/)
})

test('a terminal that accepts no payments says so instead of an empty form', FULL, async ({ page, demo, merchant }) => {
  const terminal_id = await merchant.createTerminal({})
  const id = await merchant.createSession({ terminal_id })
  await merchant.changeTerminal(terminal_id, { accepts_payments: false })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await expect(page.getByText('Payment is not possible now').first()).toBeVisible()
  await expect(hosted.payButton).toHaveCount(0)
})

test('the page may not be framed and runs no script that it does not name', async ({ page, demo, merchant }) => {
  const answer = await new HostedPage(page, demo.base_url).open(await merchant.createSession())
  const policy = answer?.headers()['content-security-policy']
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toMatch(/script-src 'nonce-[^']+';/)
})
