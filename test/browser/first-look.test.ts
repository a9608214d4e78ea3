import { expect, test } from '@playwright/test'
import { publishedStage } from '../support/browser-stage.ts'

// What somebody sees who has just started the gateway and opens the addresses that it printed.

const { demo } = publishedStage()

test('the demo shop opens', async ({ page }) => {
  const answer = await page.goto(demo.shop_url)
  expect(answer!.status()).toBe(200)
  await expect(page.getByRole('heading').first()).toBeVisible()
})

test('the API reference opens and lists the doors of the specification', async ({ page }) => {
  await page.goto(`${demo.base_url}/docs`)
  await expect(page.getByText('/api/transactions/authorize').first()).toBeVisible()
})
