import { expect, test } from '../support/browser-test.ts'

// What somebody sees who has just started the gateway and opens the addresses that it printed.

test('the demo shop opens', async ({ page, demo }) => {
  const answer = await page.goto(demo.shop_url)
  expect(answer!.status()).toBe(200)
  await expect(page.getByRole('heading').first()).toBeVisible()
})

test('the documentation opens, lists the routes and explains every code', async ({ page, demo }) => {
  await page.goto(`${demo.base_url}/docs`)
  await expect(page.getByText('/api/transactions/authorize').first()).toBeVisible()
  await page.getByRole('link', { name: 'Codes and errors' }).click()
  await expect(page.getByRole('heading', { name: 'Processing codes' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Insufficient funds' })).toBeVisible()
})
