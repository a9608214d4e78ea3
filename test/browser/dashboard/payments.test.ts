import { expect, FULL, test } from '../../support/browser-test.ts'
import { Dashboard } from '../pages/dashboard.ts'
import { rareCard } from '../pages/rare-card.ts'

test.use({ expectedNoise: /status of 422/ })

test('a payment is found by the last four digits of its card, and refunded in part', async ({
  page,
  demo,
  merchant,
  sql,
}) => {
  const number = rareCard(600 + test.info().repeatEachIndex)
  const paid = await merchant.pay({ amount: 5000n }, { number })
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open('/transactions')
  await dashboard.filter('q').fill(number.slice(-4))
  await dashboard.action('search').click()
  await dashboard.row(paid).getByRole('link').click()
  await expect(dashboard.field('refundable')).toHaveText('€50.00')
  await dashboard.action('refund').click()
  await expect(dashboard.is('refund')).toBeVisible()
  await expect(dashboard.action('confirm')).toHaveText('Refund €50.00')
  await page.getByLabel('Amount in EUR').fill('12,34')
  await expect(dashboard.action('confirm')).toHaveText('Refund €12.34')
  await dashboard.action('confirm').dblclick()
  await expect(dashboard.field('refundable')).toHaveText('€37.66')
  await expect(dashboard.rows('follow-ups')).toHaveCount(1)
  await expect(dashboard.field('person')).toHaveText('The owner')
  await page.reload()
  await page.goBack()
  await expect(dashboard.is('refund')).toBeVisible()
  await dashboard.action('confirm').click()
  await expect(dashboard.problem('form')).toBeVisible()
  await dashboard.action('cancel').click()
  await expect(dashboard.rows('follow-ups')).toHaveCount(1)
})

test('an amount that could be read both ways is refunded only as chosen, and the button names it', async ({
  page,
  demo,
  merchant,
  sql,
}) => {
  const paid = await merchant.pay({ amount: 2_500_000n, currency: 'JOD' })
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open(`/transactions/${paid}/refund`)
  const amount = page.getByLabel('Amount in JOD')
  const confirm = dashboard.action('confirm')
  await expect(confirm).toHaveText('Refund JOD 2,500.000')
  await amount.fill('2,000.5')
  await expect(confirm).toHaveText('Refund JOD 2,000.500')
  await amount.fill('2,500.001')
  await expect(confirm).toHaveText('Refund')
  await amount.fill('1,000')
  await expect(confirm).toHaveText('Refund')
  await confirm.click()
  await expect(dashboard.problem('amount')).toContainText('JOD 1,000.000 or JOD 1.000')
  await page.getByLabel('JOD 1.000').check()
  await expect(confirm).toHaveText('Refund JOD 1.000')
  await page.getByLabel('JOD 1,000.000').check()
  await expect(confirm).toHaveText('Refund JOD 1,000.000')
  await confirm.click()
  await expect(dashboard.field('done')).toHaveText('Refund of JOD 1,000.000 succeeded.')
})

test(
  'a choice narrows the list immediately, and its address shows the same to every user',
  FULL,
  async ({ page, demo, merchant, sql }) => {
    const declined = await merchant.pay({ amount: 4321n, metadata: { response_code: 'TRX_STATUS_DECLINED' } })
    const dashboard = await Dashboard.signedIn({ page, demo, sql })
    await dashboard.open('/transactions')
    await dashboard.filter('status').selectOption('DECLINED')
    await expect(page).toHaveURL(/\?status=DECLINED$/)
    await expect(dashboard.row(declined)).toBeVisible()
    await dashboard.filter('amount').fill('43.21')
    await dashboard.action('apply').click()
    await expect(page).toHaveURL(/status=DECLINED.*amount=43\.21/)
    await expect(dashboard.row(declined)).toBeVisible()
    const address = page.url()
    await page.reload()
    await expect(dashboard.row(declined)).toBeVisible()
    await dashboard.filter('q').fill('no such thing')
    await dashboard.action('search').click()
    await expect(dashboard.state('no-match')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(dashboard.row(declined)).toBeVisible()
    await dashboard.action('clear').first().click()
    await expect(page).toHaveURL(/\/dashboard\/transactions$/)
  },
)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a payment is found and refunded in part', FULL, async ({ page, demo, merchant, sql }) => {
    const paid = await merchant.pay({ amount: 1000n })
    const dashboard = await Dashboard.signedIn({ page, demo, sql })
    await dashboard.open(`/transactions?q=${paid}`)
    await dashboard.row(paid).getByRole('link').click()
    await expect(dashboard.action('copy')).toHaveCount(0)
    await dashboard.action('refund').click()
    await page.getByLabel('Amount in EUR').fill('0')
    await dashboard.action('confirm').click()
    await expect(dashboard.problem('amount')).toBeVisible()
    await page.getByLabel('Amount in EUR').fill('2.50')
    await dashboard.action('confirm').click()
    await expect(dashboard.state('check')).toBeVisible()
    await expect(dashboard.action('confirm')).toHaveText('Refund €2.50')
    await dashboard.action('confirm').click()
    await expect(dashboard.field('refundable')).toHaveText('€7.50')
  })
})
