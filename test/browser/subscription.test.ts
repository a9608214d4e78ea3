import { expect, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'
import { Result } from './pages/result.ts'

test('the demo shop sells a coffee box: agreed to once, charged by a button, canceled', async ({
  page,
  demo,
  merchant,
}) => {
  await page.goto(demo.shop_url)
  await page.getByRole('link', { name: 'Subscribe' }).click()
  await page.locator('[data-action="subscribe"]').click()
  const hosted = new HostedPage(page, demo.base_url)
  await expect(page.locator('[data-field="agreement"]')).toContainText('Coffee box')
  await hosted.payByCard()
  await new Bank(page).choose('Y')
  const box = page.locator('[data-agreement][data-status="ACTIVE"]')
  await expect(box).toContainText('411111******1111')
  const id = (await box.getAttribute('data-agreement'))!
  await page.locator('[data-action="charge"]').click()
  await new Result(page).shows('APPROVED')
  await page.goto(`${demo.shop_url}/subscription`)
  await page.locator('[data-action="cancel"]').click()
  await expect(page.locator(`[data-agreement="${id}"][data-status="CANCELED"]`)).toBeVisible()
  expect((await merchant.tollgate.agreements.show(id)).stop_reason).toBe('MERCHANT')
  const { items } = await merchant.tollgate.listTransactions({ agreement_id: id })
  expect(items.map(({ payment_method: { type } }) => type)).toEqual(['agreement', 'card'])
})

test.describe('in a Romanian browser', () => {
  test.use({ locale: 'ro-RO' })

  test('the demo shop sells a tasting by a payment link in its own language', async ({ page, demo }) => {
    await page.goto(demo.shop_url)
    await page.locator('[data-action="tasting"]').click()
    await expect(page.locator('.amount')).toHaveText('€39.00')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    expect(new URL(page.url()).pathname).toMatch(/^\/pay\/lnk_/)
  })
})
