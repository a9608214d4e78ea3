import type { Page } from '@playwright/test'
import { AT_REST, expect, FULL, test } from '#test/browser-test.ts'
import { newMerchant, signIn } from './merchant-team.ts'

test.use(AT_REST)

/** True if the menu's entry of this page lies inside the window, whole. */
const shows = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { left, right, top, bottom } = document.querySelector('.menu [aria-current]').getBoundingClientRect()
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
  })()`)

test(
  'the menu shows the entry of the page that is open, on a phone and in a low window',
  FULL,
  async ({ page, context, demo, sql }) => {
    const { merchantId } = await newMerchant({ demo, sql })
    const { personId } = await signIn(context, { demo, sql }, 'platform-admin', null)
    await sql`update dashboard_sessions set merchant_id = ${merchantId} where person_id = ${personId}`
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1280, 600],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const path of ['', '/webhooks', '/settings', '/system']) {
        await page.goto(`${demo.base_url}/dashboard${path}`)
        if (width < 1024) await page.locator('[data-action="menu"]').click()
        await expect(page.locator('.menu')).toBeVisible()
        await expect.poll(() => shows(page), `${path} at ${width}`).toBe(true)
        expect(await page.evaluate('scrollY'), `${path} at ${width}`).toBe(0)
      }
    }
  },
)

test('on a phone every tab of the settings is in the window', async ({ page, context, demo, sql }) => {
  const { merchantId } = await newMerchant({ demo, sql })
  await signIn(context, { demo, sql }, 'owner', merchantId)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${demo.base_url}/dashboard/settings`)
  await expect(page.locator('.sections a', { hasText: 'Audit log' })).toBeInViewport({ ratio: 1 })
  expect(await page.locator('.sections').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'on a phone the menu is a drawer that one press opens and Escape closes',
    FULL,
    async ({ page, context, demo, sql }) => {
      const { merchantId } = await newMerchant({ demo, sql })
      await signIn(context, { demo, sql }, 'owner', merchantId)
      await page.setViewportSize({ width: 375, height: 812 })
      await page.goto(`${demo.base_url}/dashboard`)
      const entry = page.locator('.menu a[href="/dashboard/settings"]')
      await expect(entry).toBeHidden()
      await page.locator('[data-action="menu"]').click()
      await expect(entry).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(entry).toBeHidden()
      await page.locator('[data-action="menu"]').click()
      await entry.click()
      await expect(page.locator('body[data-page="settings"]')).toBeVisible()
    },
  )
})

/** How many lines the types of the events take, and whether each lies inside the window. */
const LINES = `[...document.querySelectorAll('[data-list="events"] .whole')].map((name) => {
  const words = document.createRange()
  words.selectNodeContents(name)
  const { right } = name.getBoundingClientRect()
  return [words.getClientRects().length, right <= innerWidth]
})`

test('the type of an event stands in one line, on every screen', FULL, async ({ page, context, demo, sql }) => {
  const merchant = await newMerchant({ demo, sql })
  const { id } = (await merchant.authorize()).body.result
  await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
  for (const width of [1280, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['events', `transactions/${id}`]) {
      await page.goto(`${demo.base_url}/dashboard/${path}`)
      expect(await page.evaluate(LINES), `${path} at ${width}`).toEqual([[1, true]])
      // The longest there is.
      await page.evaluate(
        `document.querySelector('[data-list="events"] .whole').textContent = 'webhook_endpoint.failing'`,
      )
      expect(await page.evaluate(LINES), `${path} at ${width}`).toEqual([[1, true]])
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} at ${width}`).toBe(width)
    }
  }
})

/** Runs in a page before anything of its own. */
const NOTE_SHIFTS = `
  window.shift = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shift += value }))
    .observe({ type: 'layout-shift', buffered: true })`

/** Resolves to the shift of the layout after the next paint. */
const SHIFT = 'new Promise((told) => requestAnimationFrame(() => setTimeout(() => told(window.shift), 200)))'

test('nothing moves when the script of a page comes late', FULL, async ({ page, context, demo, sql }) => {
  const merchant = await newMerchant({ demo, sql })
  const { id } = (await merchant.authorize()).body.result
  await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
  await page.addInitScript(NOTE_SHIFTS)
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['', '/transactions', `/transactions/${id}`, '/webhooks', '/settings', '/appearance']) {
    await page.goto(`${demo.base_url}/dashboard${path}`)
    expect(await page.evaluate(SHIFT), path).toBeLessThanOrEqual(0.02)
  }
})
