import type { Page } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

/** A page of a shop with styles of its own around the fields. */
const it = test.extend<{ shop: EmbeddedShop; styles: string }>({
  styles: ['', { option: true }],
  shop: async ({ page, site, demo, merchant, styles }, use) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(`<style>${styles}</style>${EmbeddedShop.markup(demo)}`))
    await shop.start({ sessionId: await merchant.createSession() })
    await shop.mount('card')
    await use(shop)
  },
})

const widthOf = (page: Page, selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().width`)

it.describe('rules of the page for all frames', () => {
  it.use({
    styles: `@layer base { iframe { opacity: 0 !important; filter: blur(9px) !important } }
      iframe { position: absolute; opacity: 0; visibility: hidden; pointer-events: none; transform: scale(0.1); float: left;
        min-height: 900px; max-height: 10px; clip-path: inset(50%); margin: 2rem !important; zoom: 0.5; rotate: 20deg }`,
  })

  it('do not reach the fields', async ({ shop }) => {
    const frame = shop.page.locator('embedded-fields-card iframe')
    for (const [name, value] of Object.entries({
      position: 'static',
      opacity: '1',
      visibility: 'visible',
      'pointer-events': 'auto',
      transform: 'none',
      float: 'none',
      'clip-path': 'none',
      filter: 'none',
    })) {
      await expect(frame).toHaveCSS(name, value)
    }
    await shop.type()
    const height = await shop.fields.locator('html').evaluate(({ scrollHeight }) => scrollHeight)
    await expect(frame).toHaveCSS('height', `${height}px`)
    expect((await shop.try()).response?.approved).toBe(true)
  })
})

it.describe('a place that the page hides', () => {
  it.use({ styles: '#card { visibility: hidden }' })

  it('hides the fields too', FULL, async ({ shop }) => {
    await expect(shop.page.locator('embedded-fields-card iframe')).toHaveCSS('visibility', 'hidden')
  })
})

for (const [layout, styles, holder] of [
  ['a centered column', 'body { display: flex; flex-direction: column; align-items: center }', 'body'],
  ['a centered grid', 'body { display: grid; justify-items: center }', 'body'],
  ['a place that centers what it holds', '#card { display: grid; place-items: center }', '#card'],
]) {
  it.describe(layout!, () => {
    it.use({ styles: styles! })

    const tag = fullUnless(holder === '#card')

    it('gives the fields 480 pixels where it has them, and all it has where it has less', tag, async ({ shop }) => {
      const { page } = shop
      expect(await widthOf(page, 'embedded-fields-card')).toBeCloseTo(480, 0)
      await page.setViewportSize({ width: 320, height: 800 })
      const room = await page.evaluate<number>(`document.querySelector('${holder}').clientWidth`)
      expect(await widthOf(page, 'embedded-fields-card')).toBeLessThanOrEqual(room)
      expect(await widthOf(page, 'embedded-fields-card')).toBeGreaterThanOrEqual(room - 20)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    })
  })
}

it('in a plain place the fields are as wide as it', async ({ shop }) => {
  expect(await widthOf(shop.page, 'embedded-fields-card iframe')).toBe((await widthOf(shop.page, '#card')) + 8)
})

const label = (shop: EmbeddedShop) => shop.fields.locator('label[for="number"]')

const LIGHT_WORDS = 'rgb(231, 239, 236)'
const DARK_WORDS = 'rgb(18, 33, 29)'

it.describe('a dark page that names no color scheme', () => {
  it.use({ styles: 'body { background: #12141c; color: #eee } body.day { background: #fff }' })

  it('has labels that can be read, and again when it becomes light', async ({ shop }) => {
    await expect(label(shop)).toHaveCSS('color', LIGHT_WORDS)
    await shop.page.evaluate(`document.body.className = 'day'`)
    await expect(label(shop)).toHaveCSS('color', DARK_WORDS)
    await shop.page.evaluate(`document.body.className = ''`)
    await expect(label(shop)).toHaveCSS('color', LIGHT_WORDS)
    expect((await shop.heard('errors')).length).toBe(0)
  })
})

it.describe('a dark page with colors of its own for the fields', () => {
  it.use({ styles: 'body { background: #12141c } embedded-fields-card { --lib-input-background-color: #fff }' })

  it('is left to them', FULL, async ({ shop }) => {
    await expect(label(shop)).toHaveCSS('color', DARK_WORDS)
  })
})

it('expiry and security code are as high as the card number', async ({ shop }) => {
  const heights = await shop.fields
    .locator('form')
    .evaluate(`[...document.querySelectorAll('form .field > input')].map((input) => getComputedStyle(input).height)`)
  expect(heights).toEqual(['48px', '48px', '48px'])
})
