import { AxeBuilder } from '@axe-core/playwright'
import type { MerchantServer } from '../../support/browser-merchant.ts'
import { AT_REST, expect, FULL, test } from '../../support/browser-test.ts'
import { Dashboard } from '../pages/dashboard.ts'

/** Makes an agreement by a payment of the demo merchant. @returns its ID */
async function agree(merchant: MerchantServer, description: string): Promise<string> {
  const id = await merchant.pay({
    tokenization: { save_card_for_future_payments: true },
    agreement: { purpose: 'RECURRING', description, max_amount: 5000n, frequency_days: 30 },
  })
  return (await merchant.tollgate.transactionStatus(id)).transaction!.agreement_id!
}

test('an agreement is found, shows the next attempt of its charge, and is canceled', async ({
  page,
  demo,
  merchant,
  sql,
}) => {
  const description = `Plan ${Date.now()}`
  const id = await agree(merchant, description)
  await merchant.pay({
    payment_method: { type: 'agreement', data: { agreement_id: id } },
    options: { recovery: { after_days: [3] } },
    metadata: { simulate_charge_outcomes: '1004,0000' },
  })
  const dashboard = await Dashboard.signedIn({ page, demo, sql }, 'support')
  await dashboard.open('/agreements?status=ACTIVE')
  await page.getByRole('link', { name: description }).click()
  await expect(dashboard.is('agreement')).toBeVisible()
  await expect(dashboard.field('status').first()).toHaveText('Active')
  await expect(dashboard.rows('payments')).toHaveCount(2)
  await expect(dashboard.rows('payments').first().locator('[data-field="next"]')).toHaveText(/\d\d:\d\d/)
  await dashboard.action('agreement-cancel').click()
  await expect(dashboard.field('status').first()).toHaveText('Canceled')
  await expect(dashboard.action('agreement-cancel')).toHaveCount(0)
  await page.reload()
  expect((await merchant.tollgate.agreements.show(id)).stop_reason).toBe('MERCHANT')
})

test.describe('at rest', () => {
  test.use(AT_REST)

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`list and detail are accessible and fit, ${colorScheme}`, FULL, async ({ page, demo, merchant, sql }) => {
      const id = await agree(
        merchant,
        '"><img src=x onerror=alert(1)> a plan with a long name for every month of a year',
      )
      await page.emulateMedia({ colorScheme })
      const dashboard = await Dashboard.signedIn({ page, demo, sql })
      for (const path of ['/agreements', `/agreements/${id}`]) {
        await dashboard.open(path)
        for (const width of [375, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id: rule }) => rule)).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        }
      }
    })
  }
})
