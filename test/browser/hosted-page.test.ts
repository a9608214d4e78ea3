import type { Page } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'
import { Provider } from './pages/provider.ts'

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }

/** Where the shop wants its shoppers back. */
const back = (origin: string) => ({ return_url: `${origin}/back?order=7` })

const backAt = (page: Page, origin: string) => page.waitForURL(`${origin}/back?order=7`)

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    /** Without script every passage has a button. */
    async function goOn(page: Page, name: string): Promise<void> {
      if (!javaScriptEnabled) await page.getByRole('button', { name }).click()
    }

    test('a card pays and the shopper is back at the shop', async ({ page, demo, site, merchant }) => {
      const id = await merchant.createSession(back(site.origin))
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(id)
      await expect(page.locator('.amount')).toHaveText('€12.50')
      await expect(page.getByText('Two bags of beans')).toBeVisible()
      await expect(page.locator('[data-field="test-mode"]')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larkspur Coffee')
      await hosted.payByCard()
      await backAt(page, site.origin)
      expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
    })

    test(
      'a challenge runs on full pages and charges once',
      fullUnless(javaScriptEnabled),
      async ({ page, demo, site, merchant }) => {
        const id = await merchant.createSession({ ...back(site.origin), ...CHALLENGE })
        await new HostedPage(page, demo.base_url).open(id)
        await new HostedPage(page, demo.base_url).payByCard()
        await goOn(page, 'Go to your bank')
        await new Bank(page).choose('Y')
        await goOn(page, 'Continue')
        await backAt(page, site.origin)
        const { transactions } = await merchant.readSession(id)
        expect(transactions).toHaveLength(1)
        expect(await merchant.charges(transactions[0]!)).toHaveLength(1)
      },
    )

    test('a challenge that is canceled leads back to the shop', FULL, async ({ page, demo, site, merchant }) => {
      const id = await merchant.createSession({ ...back(site.origin), ...CHALLENGE })
      await new HostedPage(page, demo.base_url).open(id)
      await new HostedPage(page, demo.base_url).payByCard()
      await goOn(page, 'Go to your bank')
      await new Bank(page).choose('cancel')
      await goOn(page, 'Continue')
      await backAt(page, site.origin)
      expect(await merchant.readSession(id)).toMatchObject({ status: 'CANCELED' })
    })

    test(
      'after a decline the shopper tries again on the page, in another way',
      fullUnless(javaScriptEnabled),
      async ({ page, demo, site, merchant }) => {
        const id = await merchant.createSession({ ...back(site.origin), ...CHALLENGE })
        const hosted = new HostedPage(page, demo.base_url)
        await hosted.open(id)
        await hosted.payByCard()
        await goOn(page, 'Go to your bank')
        await new Bank(page).choose('N')
        await goOn(page, 'Continue')
        await expect(hosted.news).toHaveAttribute('data-status', 'DECLINED')
        await expect(hosted.news).toContainText('Nothing was charged')
        await hosted.payByCard()
        await goOn(page, 'Go to your bank')
        await new Bank(page).choose('Y')
        await goOn(page, 'Continue')
        await backAt(page, site.origin)
        const { status, transactions } = await merchant.readSession(id)
        expect([status, transactions.length]).toEqual(['APPROVED', 2])
      },
    )

    test('a wallet leads to its page and back', FULL, async ({ page, demo, site, merchant }) => {
      const id = await merchant.createSession({ ...back(site.origin), metadata: {} })
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(id)
      await hosted.method('walleta-pay-redirect').click()
      await hosted.payButton.click()
      await new Provider(page).choose('APPROVED')
      await backAt(page, site.origin)
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
        const id = await merchant.createSession(back(site.origin))
        const hosted = new HostedPage(page, demo.base_url)
        await hosted.open(id)
        await hosted.cancelButton.click()
        await backAt(page, site.origin)
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
  const id = await merchant.createSession({ ...back(site.origin), customer })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await expect(hosted.method('saved_card').getByText('•••• 1111')).toBeVisible()
  await hosted.payButton.click()
  await backAt(page, site.origin)
  expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
})

test('a card is kept where the shopper says so, and offered the next time', async ({ page, demo, site, merchant }) => {
  const customer = { id: await merchant.createCustomerWithCard() }
  const tokenization = { save_card_for_future_payments: 'ask' }
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession({ ...back(site.origin), customer, tokenization }))
  await hosted.method('card').locator('[name="method"]').check()
  await hosted.fillCard('5555555555554444')
  await page.getByLabel('Save this card for next time').check()
  await hosted.payButton.click()
  await backAt(page, site.origin)
  await hosted.open(await merchant.createSession({ customer }))
  await expect(hosted.method('saved_card').getByText('•••• 4444')).toBeVisible()
})

test('only what fits the session is offered', async ({ page, demo, merchant }) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession({ transaction_type: 'AUTHORIZE' }))
  await expect(hosted.methods).toHaveCount(1)
  await expect(hosted.method('card')).toBeVisible()
})

test('every mistake is listed at the top with a way to its field, and what was typed stays', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession())
  await page.locator('#number').fill('4111111111111112')
  await expect(page.locator('#number')).toHaveValue('4111 1111 1111 1112')
  await hosted.payButton.click()
  await expect(hosted.problems.getByRole('link')).toHaveCount(3)
  await expect(hosted.problems).toBeFocused()
  await expect(page.locator('#number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#number')).toHaveValue('4111 1111 1111 1112')
  await hosted.problems.getByRole('link', { name: 'Enter the expiry date.' }).click()
  await expect(page.locator('#expiry')).toBeFocused()
})

test('a corrected error leaves the list of errors, which disappears with the last one', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  const listed = hosted.problems.getByRole('link')
  await hosted.open(await merchant.createSession())
  await hosted.payButton.click()
  await expect(listed).toHaveCount(3)
  await page.locator('#expiry').fill(`12 / ${new Date().getUTCFullYear() + 3}`)
  await expect(listed).toHaveText(['Enter the card number.', 'Enter the security code.'])
  await page.locator('#number').fill('4111111111111112')
  await expect(listed).toHaveText(['Enter the security code.'])
  await page.locator('#cvc').fill('1234')
  await expect(listed).toHaveText(['Check the card number: a digit seems wrong.'])
  await hosted.payButton.click()
  await expect(listed).toHaveText(['Check the card number: a digit seems wrong.', 'The security code has 3 digits.'])
  await page.locator('#number').fill('378282246310005')
  await page.locator('#expiry').focus()
  await expect(hosted.problems).toBeHidden()
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
})

test.describe('found by the server', () => {
  test.use({ expectedNoise: /status of 422/ })

  test('an error of the server leaves the list when it is corrected', async ({ page, demo, merchant }) => {
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(await merchant.createSession())
    await page.evaluate(`document.querySelector('.pay-form').submit()`)
    const listed = hosted.problems.getByRole('link')
    await expect(listed).toHaveCount(3)
    await hosted.fillCard()
    await expect(hosted.problems).toBeHidden()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /status of 422/ })

  test('mistakes are listed too, and no digit of the card comes back in the page', async ({ page, demo, merchant }) => {
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(await merchant.createSession())
    await hosted.fillCard('4111111111111112')
    await hosted.payButton.click()
    await expect(hosted.problems.getByRole('link')).toHaveText('Check the card number: a digit seems wrong.')
    await expect(page.locator('#number')).toHaveAttribute('aria-invalid', 'true')
    expect(await page.content()).not.toMatch(/4111|>123</)
  })
})

test('the present language is named among the others, and the sentence about card details comes with cards only', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession(), 'sv-SE')
  await expect(page.locator('.languages [aria-current]')).toHaveText('Svenska')
  await expect(page.locator('.languages li')).toHaveCount(4)
  await expect(page.locator('.secure')).toBeVisible()
  await hosted.method('OPEN_BANKING').getByRole('radio').check()
  await expect(page.locator('.secure')).toBeHidden()
})

test('a payment whose loading is stopped may be sent again', async ({ page, demo, site, merchant }) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession(back(site.origin)))
  // No answer comes.
  await page.route('**/pay', () => undefined)
  await hosted.fillCard()
  // Playwright itself waits while a page loads, so the page stops it.
  const states = await page.evaluate<string[]>(`new Promise((done) => {
    const button = document.querySelector('[data-action="pay"]')
    button.click()
    setTimeout(() => {
      const during = button.ariaDisabled
      stop()
      setTimeout(() => done([during, button.ariaDisabled, button.textContent.trim()]), 100)
    }, 100)
  })`)
  expect(states).toEqual(['true', null, 'Pay €12.50'])
  await page.unroute('**/pay')
  await hosted.payButton.click()
  await backAt(page, site.origin)
})

test('while a card is composed by an input method its brand is shown, and a mistake is not', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession())
  await hosted.payButton.click()
  await page.locator('#number').focus()
  const browser = await page.context().newCDPSession(page)
  const text = '４１１１１'
  await browser.send('Input.imeSetComposition', { text, selectionStart: 5, selectionEnd: 5 })
  await expect(page.locator('.brand')).toHaveText('Visa')
  await expect(page.locator('#number')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#number')).toHaveValue(text)
})

test('a double click charges once', FULL, async ({ page, demo, site, merchant }) => {
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_delay_ms: 500 }
  const id = await merchant.createSession({ ...back(site.origin), metadata })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.fillCard()
  await hosted.payButton.dblclick()
  await backAt(page, site.origin)
  const { transactions } = await merchant.readSession(id)
  expect(transactions).toHaveLength(1)
  expect(await merchant.charges(transactions[0]!)).toHaveLength(1)
})

test('the same form sent twice is one payment, also where the shopper has to authenticate', async ({
  page,
  demo,
  merchant,
}) => {
  const id = await merchant.createSession(CHALLENGE)
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.fillCard()
  const inputs = await page.locator('.pay-form :is(input:not([type="radio"]), input:checked)').all()
  const form = await Promise.all(inputs.map(async (one) => [await one.getAttribute('name'), await one.inputValue()]))
  const send = () =>
    fetch(`${demo.base_url}/hosted-payment-page/${id}/pay`, {
      method: 'POST',
      body: new URLSearchParams(form as [string, string][]),
      redirect: 'manual',
    })
  const answers = [await send(), await send()]
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
  expect((await merchant.readSession(id)).transactions).toHaveLength(1)
})

test('back from the bank, another way to pay cancels the first one', async ({ page, demo, site, merchant }) => {
  const id = await merchant.createSession({ ...back(site.origin), ...CHALLENGE })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.payByCard()
  await expect(new Bank(page).heading).toBeVisible()
  await hosted.open(id)
  await expect(page.getByRole('link', { name: 'Go on with it' })).toBeVisible()
  await hosted.method('walletb-pay-redirect').click()
  await hosted.payButton.click()
  await new Provider(page).choose('APPROVED')
  await backAt(page, site.origin)
  const { transactions } = await merchant.readSession(id)
  const statuses = await Promise.all(transactions.map((transaction) => merchant.statusOf(transaction)))
  expect(statuses).toEqual(['APPROVED', 'CANCELED'])
})

test('a field says what is wrong once it is left, and a press on the button still counts', async ({
  page,
  demo,
  site,
  merchant,
}) => {
  const id = await merchant.createSession(back(site.origin))
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  const number = page.locator('[data-input="number"]')
  await number.locator('input').pressSequentially('4111111111111112')
  await expect(number.locator('.brand')).toHaveText('Visa')
  await expect(number.locator('.field-problem')).toBeEmpty()
  await number.locator('input').press('Tab')
  await expect(number.locator('.field-problem')).toHaveText('Check the card number: a digit seems wrong.')
  await expect(page.locator('[data-input="expiry"] .field-problem')).toBeEmpty()

  await number.locator('input').fill('')
  await number.locator('input').pressSequentially('4111111111111112')
  await expect(number.locator('.field-problem')).toBeEmpty()
  // The button's upper edge moves away as soon as the line above grows, where the whole page is in sight.
  await page.setViewportSize({ width: 1280, height: 1500 })
  await hosted.payButton.click({ position: { x: 40, y: 3 }, delay: 200 })
  await expect(page.locator('#problems')).toBeFocused()
})

test('the back button and a refresh after the payment charge nothing', FULL, async ({ page, demo, site, merchant }) => {
  const id = await merchant.createSession(back(site.origin))
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.payByCard()
  await backAt(page, site.origin)
  await page.goBack()
  await page.reload()
  await expect(hosted.outcome).toHaveAttribute('data-status', 'APPROVED')
  await expect(hosted.methods).toHaveCount(0)
  await page.locator('[data-action="return"]').click()
  await backAt(page, site.origin)
  expect((await merchant.readSession(id)).transactions).toHaveLength(1)
})

test('a payment that waits for confirmation completes the page', FULL, async ({ page, demo, site, merchant }) => {
  const id = await merchant.createSession({ ...back(site.origin), metadata: {} })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.method('walleta-pay-redirect').click()
  await hosted.payButton.click()
  await new Provider(page).choose('PENDING')
  await backAt(page, site.origin)
  await hosted.open(id)
  await expect(hosted.outcome).toHaveAttribute('data-status', 'PENDING')
  await expect(hosted.methods).toHaveCount(0)
})

test.describe('nothing to pay', () => {
  test.use({ expectedNoise: /status of (404|410)/ })

  test('an unknown session is a 404', async ({ page, demo }) => {
    expect((await new HostedPage(page, demo.base_url).open('ses_nobodys'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
  })

  test('an expired session is a 410 and offers no methods', async ({ page, demo, merchant, sql }) => {
    const id = await merchant.createSession()
    await sql`update sessions set expires_at = now() where session_id = ${id}`
    const hosted = new HostedPage(page, demo.base_url)
    expect((await hosted.open(id))?.status()).toBe(410)
    await expect(hosted.outcome).toHaveAttribute('data-status', 'SESSION_EXPIRED')
    await expect(hosted.methods).toHaveCount(0)
  })

  test('a form that was open when the time ran out charges nothing', FULL, async ({ page, demo, merchant, sql }) => {
    const id = await merchant.createSession()
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(id)
    await hosted.fillCard()
    await sql`update sessions set expires_at = now() where session_id = ${id}`
    await hosted.payButton.click()
    await expect(hosted.outcome).toHaveAttribute('data-status', 'SESSION_EXPIRED')
    expect((await merchant.readSession(id)).transactions).toEqual([])
  })
})

test('the browser’s language decides where nobody asks for another', FULL, async ({ browser, demo, merchant }) => {
  const url = `${demo.base_url}/hosted-payment-page/${await merchant.createSession()}`
  for (const [language, words] of [
    ['sv', 'Hur vill du betala?'],
    ['ro-MD', 'Cum doriți să plătiți?'],
    ['fr', 'How do you want to pay?'],
  ]) {
    const page = await browser.newPage({ locale: language! })
    await page.goto(url)
    await expect(page.getByText(words!)).toBeVisible()
    await page.close()
  }
})

test('the keyboard alone pays', async ({ page, demo, site, merchant }) => {
  await new HostedPage(page, demo.base_url).open(await merchant.createSession(back(site.origin)))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4111111111111111')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1230')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await backAt(page, site.origin)
})

test('amounts have their currency’s own decimals', FULL, async ({ page, demo, merchant }) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession({ currency: 'JPY', amount: 1250 }))
  await expect(page.locator('.amount')).toHaveText('¥1,250')
  await hosted.open(await merchant.createSession({ currency: 'KWD', amount: 1250 }), 'sv-SE')
  await expect(page.locator('.amount')).toHaveText(/^1,250\sKWD$/)
})

test(
  'a terminal that takes nothing any more says so instead of an empty form',
  FULL,
  async ({ page, demo, merchant }) => {
    const terminal_id = await merchant.createTerminal({})
    const id = await merchant.createSession({ terminal_id })
    await merchant.changeTerminal(terminal_id, { accepts_payments: false })
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(id)
    await expect(page.getByText('Payment is not possible now').first()).toBeVisible()
    await expect(hosted.payButton).toHaveCount(0)
  },
)

test('the page may not be framed and runs no script that it does not name', async ({ page, demo, merchant }) => {
  const answer = await new HostedPage(page, demo.base_url).open(await merchant.createSession())
  const policy = answer?.headers()['content-security-policy']
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toMatch(/script-src 'nonce-[^']+';/)
})
