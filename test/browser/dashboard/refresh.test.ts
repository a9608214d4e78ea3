import { expect, FULL, test } from '#test/browser-test.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { newMerchant, signIn } from './merchant-team.ts'

test(
  'the page of a pending payment shows its end automatically, and is loaded again only for that',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'viewer', merchant.merchantId)
    const pending = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } }
    const { id } = (await merchant.authorize(pending)).body.result
    await page.goto(`${demo.base_url}/dashboard/transactions/${id}`)
    const status = page.locator('[data-field="status"]').first()
    await expect(status).toHaveText('Pending')
    await page.evaluate('window.isFirst = true')
    await page.waitForResponse((response) => response.request().headers()['x-tollgate-refresh'] === '1')
    expect(await page.evaluate('window.isFirst')).toBe(true)
    await sql`
    update transactions set status = 'DECLINED', awaiting = null, due_at = null, finished_at = now()
    where id = ${id}`
    await expect(status).toHaveText('Declined')
    await expect(page.locator('[data-progress]')).toHaveCount(0)
  },
)
