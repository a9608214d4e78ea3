import { challengeForm } from '../support/browser-merchant.ts'
import { linkingPage } from '../support/browser-site.ts'
import { expect, FULL, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { Checkout } from './pages/checkout.ts'
import { Result } from './pages/result.ts'

// However a shopper hurries, hesitates or wanders about: the simulator's ledger holds one charge.

const WITHOUT_FINGERPRINT = 'VERSIONING_FINGERPRINT_N_CHALLENGE'

test('a double click on Pay and on the bank’s button pays once', async ({ page, demo, merchant }) => {
  const checkout = new Checkout(page)
  await checkout.open(demo.shop_url)
  await page.getByLabel('3-D Secure').selectOption(WITHOUT_FINGERPRINT)
  await checkout.payButton.dblclick()
  await checkout.bank('page').button('Y').dblclick()
  const result = new Result(page)
  await result.shows('APPROVED')
  expect(await merchant.charges(await result.transactionId())).toHaveLength(1)
})

test('reload and back between bank, gateway and shop charge nothing more', async ({ page, demo, merchant }) => {
  const checkout = new Checkout(page)
  await checkout.open(demo.shop_url)
  await checkout.pay({ flow: WITHOUT_FINGERPRINT })
  await checkout.bank('page').choose('Y')
  const result = new Result(page)
  await result.shows('APPROVED')
  const id = await result.transactionId()
  await page.reload()
  await result.shows('APPROVED')

  // The bank's pages came by POST: the browser asks before it sends them again, and a reload is the answer yes.
  await page.goBack().catch(() => undefined)
  await expect(() => page.reload()).toPass()
  const button = checkout.bank('page').button('Y')
  await expect(button.or(page.locator('[data-order]'))).toBeVisible()
  if (await button.isVisible()) await button.click()
  await result.shows('APPROVED')
  expect(await result.transactionId()).toBe(id)
  expect(await merchant.charges(id)).toHaveLength(1)
})

test(
  'the gateway’s return page leads to the same outcome as often as it is loaded',
  FULL,
  async ({ page, site, merchant, demo }) => {
    const action = await merchant.startChallenge()
    await page.goto(site.show(linkingPage(challengeForm(action))))
    await page.getByRole('button').click()
    await new Bank(page).choose('Y')
    const outcome = page.locator('[data-status]')
    await expect(outcome).toHaveAttribute('data-status', 'APPROVED')

    expect(new URL(page.url()).pathname).toBe(`/three-ds/${action.session_id}/challenge-return`)
    await page.reload()
    await expect(outcome).toHaveAttribute('data-status', 'APPROVED')
    const visits = Array.from({ length: 3 }, () => page.context().newPage())
    await Promise.all(
      visits.map(async (opening) => {
        const tab = await opening
        await tab.goto(`${demo.base_url}/three-ds/${action.session_id}/challenge-return`)
        await expect(tab.locator('[data-status="APPROVED"]')).toBeVisible()
      }),
    )
    expect(await merchant.charges(action.transaction_id)).toHaveLength(1)
  },
)

test(
  'the first choice at the bank remains, even if another is made after going back',
  FULL,
  async ({ page, site, merchant }) => {
    const action = await merchant.startChallenge()
    const bank = new Bank(page)
    await page.goto(site.show(linkingPage(challengeForm(action))))
    await page.getByRole('button').click()
    await bank.choose('N')
    await expect(page.locator('[data-status="DECLINED"]')).toBeVisible()

    const second = await page.context().newPage()
    await second.goto(site.show(linkingPage(challengeForm(action))))
    await second.getByRole('button').click()
    await new Bank(second).choose('Y')
    await expect(second.locator('[data-status="DECLINED"]')).toBeVisible()
    expect(await merchant.charges(action.transaction_id)).toEqual([])
  },
)
