import { expect, FULL, test } from '../../support/browser-test.ts'
import { newMerchant, signIn } from './merchant-team.ts'

test(
  'a file is chosen and imported, a payment is reviewed, and its payer is blocked',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    const rules = [{ name: 'Look at all', status: 'ACTIVE', when: [], then: { action: 'REVIEW' } }]
    await merchant.call('PUT', '/api/rules/risk', { body: { rules }, headers: { 'if-match': '"0"' } })
    const { id } = (await merchant.authorize()).body.result
    await signIn(context, { demo, sql }, 'support', merchant.merchantId)
    const open = (path: string) => page.goto(`${demo.base_url}/dashboard${path}`)

    await open('/lists/block')
    const csv = 'kind,value,reason,expires_at\nemail,ada@shop.example,chargeback,\nbin,4,,\n'
    const file = { name: 'entries.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('summary', { hasText: 'Import a file' }).click()
    await page.locator('input[type="file"]').setInputFiles(file)
    await expect(page.locator('#csv')).toHaveValue(csv)
    await page.locator('[data-action="import"]').click()
    await expect(page.locator('[data-field="bad-lines"]')).toContainText('Line 3:')
    await expect(page.locator('[data-list="list-entries"] [data-field="value"]')).toHaveText('a***@shop.example')

    await open('/reviews')
    await page.locator(`[data-id="${id}"]`).getByRole('link').click()
    await expect(page.locator('[data-field="why"]')).toContainText('Look at all')
    await page.locator('[data-action="fraud"]').click()
    await expect(page.locator('[data-state="empty"]')).toBeVisible()
    expect((await merchant.status(id)).transaction.data.risk.review).toBe('FRAUD')
    expect((await merchant.authorize()).body.result.processing_code).toBe('4100')
  },
)
