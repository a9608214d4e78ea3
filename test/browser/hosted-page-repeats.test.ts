import { expect, FULL, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'
import { Provider } from './pages/provider.ts'
import { returnTo, waitForReturn } from './pages/return-url.ts'

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }

test('a payment whose loading is stopped may be sent again', async ({ page, demo, site, merchant }) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession(returnTo(site.origin)))
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
  await waitForReturn(page, site.origin)
})

test('a double click charges once', FULL, async ({ page, demo, site, merchant }) => {
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_delay_ms: 500 }
  const id = await merchant.createSession({ ...returnTo(site.origin), metadata })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.fillCard()
  await hosted.payButton.dblclick()
  await waitForReturn(page, site.origin)
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
  const id = await merchant.createSession({ ...returnTo(site.origin), ...CHALLENGE })
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.payByCard()
  await expect(new Bank(page).heading).toBeVisible()
  await hosted.open(id)
  await expect(page.getByRole('link', { name: 'Continue that payment' })).toBeVisible()
  await hosted.method('walletb-pay-redirect').click()
  await hosted.payButton.click()
  await new Provider(page).choose('APPROVED')
  await waitForReturn(page, site.origin)
  const { transactions } = await merchant.readSession(id)
  const statuses = await Promise.all(transactions.map((transaction) => merchant.statusOf(transaction)))
  expect(statuses).toEqual(['APPROVED', 'CANCELED'])
})

test('the back button and a refresh after the payment charge nothing', FULL, async ({ page, demo, site, merchant }) => {
  const id = await merchant.createSession(returnTo(site.origin))
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  await hosted.payByCard()
  await waitForReturn(page, site.origin)
  await page.goBack()
  await page.reload()
  await expect(hosted.outcome).toHaveAttribute('data-status', 'APPROVED')
  await expect(hosted.methods).toHaveCount(0)
  await page.locator('[data-action="return"]').click()
  await waitForReturn(page, site.origin)
  expect((await merchant.readSession(id)).transactions).toHaveLength(1)
})

test.describe('nothing to pay', () => {
  test.use({ expectedNoise: /status of (404|410)/ })

  test('an unknown session is a 404', async ({ page, demo }) => {
    expect((await new HostedPage(page, demo.base_url).open('ses_nobodys'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
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
