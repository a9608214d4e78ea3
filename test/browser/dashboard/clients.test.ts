import { expect, test } from '#test/browser-test.ts'
import { newMerchant, signIn } from './merchant-team.ts'

const box = (name: string) => `[name="permissions.${name}"]`

test('a preset ticks its permissions, and a box that is changed makes them custom', async ({
  page,
  context,
  demo,
  sql,
}) => {
  const { merchantId } = await newMerchant({ demo, sql })
  await signIn(context, { demo, sql }, 'owner', merchantId)
  await page.goto(`${demo.base_url}/dashboard/clients`)
  const preset = (name: string) => page.locator(`[name="preset"][value="${name}"]`)
  await preset('reports').check()
  await expect(page.locator(box('money.read'))).toBeChecked()
  await preset('refunds').check()
  await expect(page.locator(box('payments.refund'))).toBeChecked()
  await expect(page.locator(box('money.read'))).not.toBeChecked()
  await page.locator(box('payments.void')).uncheck()
  await expect(preset('')).toBeChecked()
  await page.locator('[name="name"]').fill('Refunds')
  await page.locator('[data-action="create"]').click()
  await expect(page.locator('[data-field="permissions"]')).toContainText('Payments')
  await page.locator('[data-field="permissions"] summary').click()
  await expect(page.locator('[data-field="permissions"] li')).toHaveCount(2)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /status of 422/ })

  test('a preset grants its permissions', async ({ page, context, demo, sql }) => {
    const { merchantId } = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'owner', merchantId)
    await page.goto(`${demo.base_url}/dashboard/clients`)
    await page.locator('[name="preset"][value="refunds"]').check()
    await page.locator('[name="name"]').fill('Refunds')
    await page.locator('[data-action="create"]').click()
    await expect(page.locator('[data-field="permissions"] summary')).toHaveText('Refunds')
  })

  test('an operator orders the accounts of a terminal by ticks and arrows', async ({ page, context, demo, sql }) => {
    const { merchantId, terminalId } = await newMerchant({ demo, sql })
    await signIn(context, { demo, sql }, 'platform-admin', null)
    await page.goto(`${demo.base_url}/dashboard/merchants`)
    await page.locator(`[data-id="${merchantId}"] [data-action="choose"]`).click()
    const rows = page.locator('[data-list="accounts"] tbody tr')
    await page.goto(`${demo.base_url}/dashboard/terminals/${terminalId}`)
    for (const at of [0, 1]) await rows.nth(at).locator('[type="checkbox"]').check()
    await page.locator('[data-action="save-routing"]').click()
    await expect(page.locator('[data-state="done"]')).toBeVisible()
    const second = await rows.nth(1).getAttribute('data-id')
    await rows.nth(1).locator('[name="move"]').click()
    await expect(rows.nth(0)).toHaveAttribute('data-id', second!)
    for (const at of [0, 1]) await rows.nth(at).locator('[type="checkbox"]').uncheck()
    await page.locator('[data-action="save-routing"]').click()
    await expect(page.locator('[data-problem="provider_accounts"]')).toContainText('Tick an account')
    await page.locator('[data-action="use-any"]').click()
    await expect(page.locator('[data-state="done"]')).toBeVisible()
    await expect(page.locator('[data-list="accounts"] :checked')).toHaveCount(0)
    await expect(page.locator('[data-action="use-any"]')).toHaveCount(0)
  })
})
