import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Site } from '../../support/browser-site.ts'
import { AT_REST, expect, FULL, test } from '../../support/browser-test.ts'
import type { Demo } from '../../support/gateway-process.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

test.use(AT_REST)

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } }
const EVERYTHING = { customerConfig: { hasHolderName: true, holderNameRequired: true, hasHolderEmail: true } }

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}

for (const locale of ['en-US', 'bs-BA', 'ro-RO', 'sv-SE']) {
  test.describe(`in ${locale}`, () => {
    test('fields and mistakes have no accessibility violations', FULL, async ({ page, site, demo, merchant }) => {
      const tokenization = { save_card_for_future_payments: 'ask' }
      const shop = await openShop(page, site, demo)
      await shop.start({ sessionId: await merchant.createSession({ tokenization }), locale })
      await shop.mount('card', EVERYTHING)
      expect(await violationsOf(page)).toEqual([])
      await shop.try()
      await expect(shop.field('number')).toBeFocused()
      expect(await violationsOf(page)).toEqual([])
    })

    test(
      'the bank’s window has no accessibility violations, light or dark',
      FULL,
      async ({ page, site, demo, merchant }) => {
        const shop = await openShop(page, site, demo)
        await shop.start({ sessionId: await merchant.createSession(CHALLENGE), locale })
        await shop.mount('card')
        await shop.type()
        await shop.pay()
        await expect(shop.bank.heading).toBeVisible()
        expect(await violationsOf(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await violationsOf(page)).toEqual([])
      },
    )
  })
}

async function openShop(page: Page, site: Site, demo: Demo): Promise<EmbeddedShop> {
  const style = '<style>h1 { font: 24px system-ui }</style>'
  await page.goto(site.show(`${style}<main>${EmbeddedShop.markup(demo)}</main>`))
  return new EmbeddedShop(page, demo)
}

test('the keyboard alone pays through a challenge', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession(CHALLENGE) })
  await shop.mount('card')
  await page.locator('#before').focus()
  // The frame is a process of its own: it has the focus a moment after the key.
  for (const [field, text] of [
    ['number', '4111111111111111'],
    ['expiry', '1239'],
    ['cvc', '123'],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(shop.field(field)).toBeFocused()
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('#pay')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shop.bank.button('Y')).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await shop.answer()).response?.approved).toBe(true)
  await expect(page.locator('#pay')).toBeFocused()
})

test(
  'at 400 % zoom the fields and the bank’s window fit without sideways scrolling',
  FULL,
  async ({ page, site, demo, merchant }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(`<style>body { margin: 8px }</style>${EmbeddedShop.markup(demo)}`))
    await shop.start({ sessionId: await merchant.createSession(CHALLENGE), locale: 'ro-RO' })
    await shop.mount('card')
    await shop.type()
    for (const part of [page.locator('html'), shop.fields.locator('html')]) {
      expect(await part.evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0)
    }
    await shop.pay()
    await expect(shop.bank.button('Y')).toBeVisible()
    const inside = await shop.window.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    expect(inside).toBe(0)
    await shop.bank.choose('Y')
    expect((await shop.answer()).response?.approved).toBe(true)
  },
)

for (const how of [
  '<meta name="color-scheme" content="light dark">',
  '<style>:root { color-scheme: light dark }</style>',
]) {
  test(
    `a shop that is dark by ${how} has dark fields and a dark window on its own ground`,
    FULL,
    async ({ page, site, demo, merchant }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      const shop = new EmbeddedShop(page, demo)
      await page.goto(site.show(how + EmbeddedShop.markup(demo)))
      await shop.start({ sessionId: await merchant.createSession(CHALLENGE) })
      await shop.mount('card')
      await shop.type()
      await shop.pay()
      await expect(shop.bank.heading).toBeVisible()
      for (const part of [shop.fields.locator('html'), shop.window.locator('html')]) {
        await expect(part).toHaveCSS('color-scheme', 'light dark')
      }
    },
  )
}

for (const media of [{ forcedColors: 'active' }, { reducedMotion: 'reduce' }] as const) {
  test(
    `with ${Object.keys(media)[0]} mistakes are marked and nothing moves`,
    FULL,
    async ({ page, site, demo, merchant }) => {
      await page.emulateMedia(media)
      const shop = new EmbeddedShop(page, demo)
      await page.goto(site.show(EmbeddedShop.markup(demo)))
      await shop.start({ sessionId: await merchant.createSession(CHALLENGE) })
      await shop.mount('card')
      await shop.try()
      const { width, moves } = await shop.field('number').evaluate((input) => ({
        width: input.ownerDocument.defaultView.getComputedStyle(input).borderTopWidth,
        moves: input.ownerDocument.getAnimations().length,
      }))
      expect(width).toBe('forcedColors' in media ? '3px' : '1px')
      expect(moves).toBe(0)
    },
  )
}
