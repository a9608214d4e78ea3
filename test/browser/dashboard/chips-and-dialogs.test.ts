import { expect, FULL, test } from '../../support/browser-test.ts'
import { Dashboard } from '../pages/dashboard.ts'

test.use({ expectedNoise: /status of 422/ })

test('an amount that was typed applies when its filters are left, and its cross takes it away', async ({
  page,
  demo,
  merchant,
  sql,
}) => {
  const paid = await merchant.pay({ amount: 7531n })
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open('/transactions')
  await expect(dashboard.action('apply')).toHaveCount(0)
  await dashboard.filter('amount').fill('75.31')
  await expect(dashboard.action('apply')).toBeVisible()
  await page.getByRole('heading', { name: 'Payments', level: 1 }).click()
  await expect(page).toHaveURL(/\?amount=75\.31$/)
  await expect(dashboard.row(paid)).toBeVisible()
  await dashboard.action('remove-filter').click()
  await expect(page).toHaveURL(/\/dashboard\/transactions$/)
})

test('a refund of half is filled in with its reason, and the button is off while the amount is too much', async ({
  page,
  demo,
  merchant,
  sql,
}) => {
  const paid = await merchant.pay({ amount: 5001n })
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open(`/transactions/${paid}/refund`)
  const confirm = dashboard.action('confirm')
  await page.getByLabel('Amount in EUR').fill('50.02')
  await expect(confirm).toHaveAttribute('data-off')
  await page.getByRole('button', { name: 'Half' }).click()
  await expect(confirm).not.toHaveAttribute('data-off')
  await expect(confirm).toHaveText('Refund €25.00')
  await page.getByRole('button', { name: 'Out of stock' }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('Out of stock')
  await confirm.click()
  await expect(dashboard.field('refundable')).toHaveText('€25.01')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a customer is added from the list, after what was wrong', FULL, async ({ page, demo, sql }) => {
      const dashboard = await Dashboard.signedIn({ page, demo, sql })
      await dashboard.open('/customers')
      await expect(dashboard.action('customer-create')).toHaveCount(0)
      await page.getByRole('link', { name: 'Add customer' }).click()
      await dashboard.action('customer-create').click()
      await expect(dashboard.problem('first_name')).toBeVisible()
      await page.getByLabel('Last name').fill('Lovelace')
      await dashboard.action('customer-create').click()
      await expect(dashboard.is('customer')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Lovelace' })).toBeVisible()
    })
  })
}
