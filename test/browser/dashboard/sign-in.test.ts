import { expect, test } from '#test/browser-test.ts'

test('signed out, an address of the dashboard leads to the sign-in and from there back to it', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.base_url}/dashboard?status=DECLINED`)
  await expect(page.locator('body[data-page="sign-in"]')).toBeVisible()
  await page.getByLabel('Email').fill(demo.merchant.email)
  await page.getByLabel('Password').fill(demo.merchant.password)
  await page.locator('[data-action="sign-in"]').click()
  await expect(page).toHaveURL(`${demo.base_url}/dashboard?status=DECLINED`)
  await expect(page.locator('body[data-page="home"]')).toBeVisible()
})

test('the dashboard at localhost signs in there, fills in the demo, and takes passkeys', async ({ page, demo }) => {
  const named = demo.base_url.replace('127.0.0.1', 'localhost')
  await page.goto(`${named}/dashboard?status=DECLINED`)
  await expect(page.locator('[data-field="demo"]')).toContainText('demo.json')
  await expect(page.locator('[data-action="passkey"]')).toBeVisible()
  await page.locator('[data-action="fill-demo"]').click()
  await expect(page.getByLabel('Email')).toHaveValue(demo.merchant.email)
  await expect(page.getByLabel('Password')).toHaveValue(demo.merchant.password)
  await page.locator('[data-action="sign-in"]').click()
  await expect(page).toHaveURL(`${named}/dashboard?status=DECLINED`)
  await page.goto(`${named}/dashboard/account`)
  await expect(page.locator('[data-action="add-passkey"]')).toBeVisible()
})
