import type { Page } from '@playwright/test'
import { expect, FULL, test } from '../support/browser-test.ts'
import { Dashboard } from './pages/dashboard.ts'
import { HostedPage } from './pages/hosted-page.ts'

/** The controls whose accessible name lacks words that can be seen on them (WCAG 2.2, 2.5.3). Symbols are no words. */
const UNNAMED = `[...document.querySelectorAll('a, button, summary, [role="button"]')].flatMap((control) => {
  const words = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim()
  const textOf = (node, skips) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data
    if (node.nodeType !== Node.ELEMENT_NODE || skips(node)) return ''
    return [...node.childNodes].map((child) => textOf(child, skips)).join(' ')
  }
  const isUnseen = (node) => !node.checkVisibility() || node.classList.contains('visually-hidden')
  const seen = words(textOf(control, isUnseen))
  const name = control.getAttribute('aria-label') ?? textOf(control, (node) => node.ariaHidden === 'true')
  return words(name).includes(seen) ? [] : [control.outerHTML]
})`

const unnamed = (page: Page) => page.evaluate(UNNAMED)

test('initials and shortened words on a control are part of its name', async ({ page, demo, merchant, sql }) => {
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open('/transactions')
  expect(await unnamed(page)).toEqual([])
  await expect(page.locator('.me > summary')).toHaveAccessibleName('To The owner, your account')
  await new HostedPage(page, demo.base_url).open(await merchant.createSession())
  expect(await unnamed(page)).toEqual([])
})

test('so are they on all other pages', FULL, async ({ page, demo, merchant, sql }) => {
  const paid = await merchant.pay()
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  const pages = [
    '',
    '/settlements',
    '/analytics',
    '/keys',
    '/clients',
    '/team',
    '/account',
    '/events',
    '/webhooks',
    '/terminals',
  ]
  for (const path of [...pages, '/settings', '/appearance', '/try', '/customers', `/transactions/${paid}`]) {
    await dashboard.open(path)
    expect(await unnamed(page), path).toEqual([])
  }
  for (const path of ['/', '/docs', '/docs/api']) {
    await page.goto(demo.base_url + path)
    expect(await unnamed(page), path).toEqual([])
  }
  await page.goto(demo.shop_url)
  await page.locator('[name="coffee"]').first().click()
  expect(await unnamed(page)).toEqual([])
})
