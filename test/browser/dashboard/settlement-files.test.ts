import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { AT_REST, expect, test } from '#test/browser-test.ts'
import { measure } from './list-faults.ts'
import { asOperator, newMerchant, signIn } from './merchant-team.ts'

/** Answers that refuse. */
test.use({ ...AT_REST, expectedNoise: /status of (?:403|422)/ })

type Place = Parameters<typeof newMerchant>[0]

const WIDTHS = [320, 390, 768, 1280, 1366]
const HEADER = 'batch,type,reference,provider_reference,currency,gross,fee,net,settled_at'
const AT = '2026-11-28T10:00:00Z'

/** A merchant with three purchases, and its card account. */
async function withPayments(place: Place) {
  const merchant = await newMerchant(place)
  const { body } = await asOperator(place.demo, 'GET', `/admin/merchants/${merchant.merchantId}/provider-accounts`)
  const cards = body.items.find(({ provider }: { provider: string }) => provider === 'card-simulator')
  const references = ['harbour-1', 'harbour-2', 'harbour-3']
  for (const reference of references) await merchant.authorize({ reference, amount: 1050 })
  return { merchant, account: cards.provider_account_id as string, references }
}

/** Names the first two payments, the second with another amount, and one of others; pays out a cent too little. */
function fileOf([first, second]: readonly string[]): string {
  const rows = [
    `b1,PURCHASE,${first},,EUR,10.50,0.50,10.00,${AT}`,
    `b1,PURCHASE,${second},,EUR,10.51,0.51,10.00,${AT}`,
    `b1,PURCHASE,somebody-else,,EUR,5.00,0.00,5.00,${AT}`,
    `b1,PURCHASE,garbled,,EUR,5.x,0.00,5.00,${AT}`,
    `b1,PAID_OUT,,,EUR,-24.99,0.00,-24.99,${AT}`,
  ]
  return [HEADER, ...rows, ''].join('\n')
}

/** Selects the merchant as a platform user. */
async function choose(page: Page, baseUrl: string, merchantId: string): Promise<void> {
  await page.goto(`${baseUrl}/dashboard/merchants`)
  await page.locator(`[data-id="${merchantId}"] [data-action="choose"]`).click()
}

async function upload(page: Page, account: string, buffer: Buffer): Promise<void> {
  await page.locator('#provider_account_id').selectOption(account)
  await page.locator('#format').selectOption('generic')
  await page.locator('#file').setInputFiles({ name: 'settlement.csv', mimeType: 'text/csv', buffer })
  await page.locator('[data-action="send"]').click()
}

const picture = async (page: Page, name: string) => {
  const folder = process.env.SETTLEMENT_PICTURES
  if (!folder) return
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

test('a file with differences is uploaded, accepted and reverted', async ({ page, context, demo, sql }) => {
  test.setTimeout(240_000)
  const { merchant, account, references } = await withPayments({ demo, sql })
  await signIn(context, { demo, sql }, 'platform-admin', null)
  await page.goto(`${demo.base_url}/dashboard/settlement-files`)
  await expect(page.locator('[data-action="upload"], [data-action="missing"]')).toHaveCount(0)
  await picture(page, 'no-merchant')
  await page.locator('#content').getByRole('link', { name: 'select a merchant' }).click()
  await choose(page, demo.base_url, merchant.merchantId)

  await page.goto(`${demo.base_url}/dashboard/settlement-files`)
  await page.locator('[data-action="upload"]').click()
  await expect(page.locator('body[data-page="settlement-upload"]')).toBeVisible()
  await picture(page, 'upload')
  const result = page.locator('[data-state="result"]')
  await upload(page, account, Buffer.from('not,a,settlement\n1,2,3\n'))
  await expect(page.locator('[data-field="upload-progress"] [role="alert"]')).toContainText('the column "batch"')
  await upload(page, account, Buffer.from(fileOf(references)))
  await expect(result).toContainText('Rows that differ: 3 of 5. Batches that wait to be accepted: 1 of 1.')
  await expect(result).toHaveClass(/notice-warning/)

  const count = (outcome: string) => page.locator(`[data-field="count-${outcome}"]`)
  for (const outcome of ['different', 'theirs_only', 'rejected']) await expect(count(outcome)).toHaveText('1')
  await expect(page.locator('[data-list="rows"] [data-field="outcome"]')).toHaveText(['Different'])
  await expect(page.locator('[data-list="rows"] [data-field="expected"]')).toContainText('€10.50')
  await expect(page.locator('[data-list="rows"] [data-field="found"]')).toContainText('€10.51')
  await expect(page.locator('[data-list="batches"] [data-field="batch-status"]')).toHaveText('Unbalanced')
  const file = page.url().split('?')[0]!
  await picture(page, 'file')
  await measure(page, file, WIDTHS)
  await page.goto(file)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await page.locator('#reason').fill('The provider keeps a cent')
  await page.locator('[data-action="accept"]').click()
  await expect(page.locator('[data-state="done"]')).toContainText('accepted')
  await expect(page.locator('[data-list="batches"] [data-field="batch-status"]')).toHaveText('Accepted')
  await expect(result).toContainText('accepted: 0 of 1.')
  await page.getByRole('link', { name: 'Rejected' }).click()
  await expect(page.locator('[data-list="rows"] [data-field="reason"]')).toContainText('gross is not an amount')

  await page.goto(`${demo.base_url}/dashboard/settlement-files/missing?account=${account}&days=0`)
  await expect(page.locator('[data-list="missing-records"] [data-field="reference"]')).toHaveText(['harbour-3'])
  await measure(page, page.url(), WIDTHS)
  await page.locator('[data-list="missing-records"] .row-link').click()
  await expect(page.locator('body[data-page="transaction"]')).toBeVisible()
  for (const query of ['?account=acc_of_others', '']) {
    await page.goto(`${demo.base_url}/dashboard/settlement-files/missing${query}`)
    await expect(page.locator('[data-filter="account"]')).not.toHaveValue(/^$|others/)
    await expect(page.locator('[data-filter="days"]')).toHaveValue('3')
  }
  await expect(page.locator('[data-filter="days"] option')).toHaveText(['0 days', '3 days', '7 days', '30 days'])
  await page.locator('[data-filter="account"]').selectOption(account)
  await expect(page.locator('[data-state="empty"]')).toContainText('No missing records')
  await expect(page.locator('[data-action="clear"]')).toHaveCount(0)
  await page.locator('[data-filter="days"]').selectOption('0')
  await expect(page.locator('[data-list="missing-records"] [data-field="reference"]')).toHaveText(['harbour-3'])
  await picture(page, 'missing')
  await page.getByRole('link', { name: '← Settlement files' }).click()
  await page.goto(`${demo.base_url}/dashboard/settlement-files?account=${account}`)
  await expect(page.locator('[data-list="settlement-files"] [data-field="differences"]')).toHaveText('3')
  await picture(page, 'list')
  await measure(page, page.url(), WIDTHS)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await page.goto(file)
  await page.locator('[data-action="revert"]').click()
  await expect(page.locator('[data-state="done"]')).toContainText('File reverted')
  await expect(page.locator('[data-action="revert"], [data-state="result"]')).toHaveCount(0)
  await page.goto(`${demo.base_url}/dashboard/settlement-files/missing?account=${account}&days=0`)
  await expect(page.locator('[data-list="missing-records"] [data-id]')).toHaveCount(3)

  const agreed = `b1,PURCHASE,${references[0]},,EUR,10.50,0.50,10.00,${AT}\nb1,PAID_OUT,,,EUR,-10.00,0.00,-10.00,${AT}`
  await page.goto(`${demo.base_url}/dashboard/settlement-files/new`)
  await upload(page, account, Buffer.from(`${HEADER}\n${agreed}\n`))
  await expect(result).toContainText('Rows that differ: 0 of 2. Batches that wait to be accepted: 0 of 1.')
  await expect(result).toHaveClass(/notice-success/)
})

test('an upload of another site, and one of platform support, is refused', async ({ page, context, demo, sql }) => {
  const { merchant, account } = await withPayments({ demo, sql })
  await signIn(context, { demo, sql }, 'platform-admin', null)
  const address = `${demo.base_url}/dashboard/settlement-files/new?provider_account_id=${account}&format=generic`
  const headers = { 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin' }
  const forged = await page.request.post(address, { headers, data: HEADER, maxRedirects: 0 })
  expect(forged.status()).toBe(403)
  await context.clearCookies()
  await signIn(context, { demo, sql }, 'platform-support', null)
  await choose(page, demo.base_url, merchant.merchantId)
  await page.goto(`${demo.base_url}/dashboard/settlement-files`)
  await expect(page.locator('[data-action="upload"]')).toHaveCount(0)
  expect((await page.goto(address))?.status()).toBe(403)
})
