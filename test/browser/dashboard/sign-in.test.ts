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
