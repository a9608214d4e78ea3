import { expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import type { Outcome } from './pages/bank.ts'
import { Checkout } from './pages/checkout.ts'
import { Result } from './pages/result.ts'

const WITHOUT_FINGERPRINT = 'VERSIONING_FINGERPRINT_N_CHALLENGE'

/** Place of the challenge, its outcome, and the payment's final status. */
const ENDINGS: readonly (readonly ['page' | 'frame', Outcome, string])[] = [
  ['page', 'N', 'DECLINED'],
  ['page', 'A', 'APPROVED'],
  ['page', 'cancel', 'CANCELED'],
  ['frame', 'N', 'DECLINED'],
  ['frame', 'U', 'DECLINED'],
  ['frame', 'cancel', 'CANCELED'],
]

/** Flows without a challenge. */
const FRICTIONLESS: readonly (readonly [string, string])[] = [
  ['VERSIONING_NOT_ENROLLED', 'APPROVED'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'APPROVED'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'DECLINED'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_FRICTIONLESS', 'APPROVED'],
]

/** A response of the bank for each status that the shop shows without a challenge. */
const RESPONSES: readonly (readonly [string, string, string])[] = [
  ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED', '1004'],
  ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
  ['TRX_STATUS_SESSION_EXPIRED', 'SESSION_EXPIRED', '1005'],
  ['AUTHENTICATION_NOT_AUTHENTICATED', 'INVALID', '3000'],
]

test.beforeEach(({ page, demo }) => new Checkout(page).open(demo.shop_url))

for (const challenge of ['page', 'frame'] as const) {
  test(
    `a shopper pays after the method page has run and a challenge in a ${challenge}`,
    fullUnless(challenge === 'frame'),
    async ({ page, merchant, sql }) => {
      const checkout = new Checkout(page)
      const result = new Result(page)
      const methodDone = page.waitForResponse((response) => response.url().endsWith('/method-notification'))
      await checkout.pay({ challenge })
      expect((await methodDone).status()).toBe(200)
      await checkout.bank(challenge).choose('Y')
      await result.shows('APPROVED')
      const id = await result.transactionId()
      expect(await sql`select method_completed from authentications where transaction_id = ${id}`).toEqual([
        { method_completed: true },
      ])
      expect(await merchant.charges(id)).toMatchObject([{ operation: 'PURCHASE' }])
    },
  )
}

for (const [challenge, outcome, status] of ENDINGS) {
  test(
    `a challenge in a ${challenge} that ends with ${outcome} is ${status}`,
    fullUnless(challenge === 'frame' && outcome === 'cancel'),
    async ({ page }) => {
      const checkout = new Checkout(page)
      await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge })
      await checkout.bank(challenge).choose(outcome)
      await new Result(page).shows(status)
    },
  )
}

for (const [flow, status] of FRICTIONLESS) {
  test(`${flow} ends without a challenge as ${status}`, fullUnless(status === 'DECLINED'), async ({ page }) => {
    await new Checkout(page).pay({ flow })
    await new Result(page).shows(status)
  })
}

test('a fingerprint that times out is not taken for done, and the challenge goes on', FULL, async ({ page, sql }) => {
  const checkout = new Checkout(page)
  await checkout.pay({ flow: 'VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE' })
  await checkout.bank('page').choose('Y')
  const result = new Result(page)
  await result.shows('APPROVED')
  const id = await result.transactionId()
  expect(await sql`select method_completed from authentications where transaction_id = ${id}`).toEqual([
    { method_completed: false },
  ])
})

for (const [response, status, code] of RESPONSES) {
  test(
    `${response} is shown as ${status} with processing code ${code}`,
    fullUnless(status === 'DECLINED'),
    async ({ page }) => {
      await new Checkout(page).pay({ flow: 'VERSIONING_NOT_ENROLLED', response })
      const result = new Result(page)
      await result.shows(status)
      await expect(result.fact('Processing code')).toHaveText(code)
    },
  )
}

test('TRX_STATUS_PENDING waits: no event, nothing final', FULL, async ({ page }) => {
  await new Checkout(page).pay({ flow: 'VERSIONING_NOT_ENROLLED', response: 'TRX_STATUS_PENDING' })
  const result = new Result(page)
  await expect(result.fact('Status')).toHaveText('PENDING')
  await expect(result.fact('Event')).toHaveText('waiting for the webhook …')
})

test('a security code the bank does not know is a hint, not a decline', FULL, async ({ page }) => {
  await page.getByLabel('Does the code match?').selectOption('no_match')
  await new Checkout(page).pay({ flow: 'VERSIONING_NOT_ENROLLED' })
  const result = new Result(page)
  await result.shows('APPROVED')
  await expect(result.fact('Security code')).toHaveText('no match')
})

test('a card number with a typing error is refused beside its field, which has the focus', async ({ page }) => {
  const number = page.getByLabel('Card number')
  await number.fill('4111 1111 1111 1112')
  await new Checkout(page).payButton.click()
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#number-problem')).not.toBeEmpty()
})

test('the challenge window leads to the bank’s page in full, which finishes the payment', async ({ page }) => {
  const checkout = new Checkout(page)
  await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge: 'frame' })
  await expect(checkout.bank('frame').heading).toBeVisible()
  await page.getByRole('button', { name: 'Open your bank’s page in full' }).click()
  await expect(checkout.dialog).toHaveCount(0)
  await checkout.bank('page').choose('Y')
  await new Result(page).shows('APPROVED')
})

test('a shopper who cancels in the shop’s window is declined', FULL, async ({ page }) => {
  const checkout = new Checkout(page)
  await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge: 'frame' })
  await expect(checkout.bank('frame').heading).toBeVisible()
  await checkout.dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await new Result(page).shows('DECLINED')
})

test(
  'an abandoned challenge expires automatically with its event, and coming back late charges nothing',
  FULL,
  async ({ page, context, demo, merchant, sql }) => {
    const checkout = new Checkout(page)
    const answer = page.waitForResponse((response) => response.url().endsWith('/fingerprint'))
    await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge: 'page' })
    const reference = /\/api\/([^/]+)\//.exec((await answer).url())![1]!
    await expect(checkout.bank('page').heading).toBeVisible()

    const shop = await context.newPage()
    const result = new Result(shop)
    await shop.goto(`${demo.shop_url}/result?order=${reference}`)
    await expect(result.fact('Status')).toHaveText('PENDING')
    const id = await result.transactionId()
    await sql`update transactions set due_at = now(), expires_at = now() where id = ${id} and status = 'PENDING'`
    await result.shows('SESSION_EXPIRED')

    await checkout.bank('page').choose('Y')
    await new Result(page).shows('SESSION_EXPIRED')
    expect(await merchant.charges(id)).toEqual([])
  },
)
