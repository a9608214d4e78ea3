import type { Page, Route } from '@playwright/test'
import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

const FRAME = '**/embedded-fields/frame?*'
const SCRIPT = '**/assets/card-frame-main-*'

const LOST = {
  blocked: (route: Route) => route.abort('blockedbyclient'),
  dropped: (route: Route) => route.abort('connectionreset'),
  stalled: () => undefined,
} as const

/** Loses the first so many loads of an address. @returns how often it was asked for */
async function lose(page: Page, address: string, how: keyof typeof LOST, times: number): Promise<() => number> {
  let asked = 0
  await page.route(address, (route) => {
    asked += 1
    return asked > times ? route.continue() : LOST[how](route)
  })
  return () => asked
}

test.use({ expectedNoise: /postMessage|ERR_|Failed to load/ })

for (const [what, address, how] of [
  ['a frame that is blocked', FRAME, 'blocked'],
  ['a frame that is dropped', FRAME, 'dropped'],
  ['a frame that stalls', FRAME, 'stalled'],
  ['a script that is dropped in the frame', SCRIPT, 'dropped'],
  ['a script that stalls in the frame', SCRIPT, 'stalled'],
] as const) {
  test(`${what} once is loaded again, without an error event`, FULL, async ({ page, site, demo, merchant }) => {
    const asked = await lose(page, address, how, 1)
    const shop = await EmbeddedShop.open({ page, site, demo, merchant })
    expect(await shop.heard('errors')).toEqual([])
    expect((await shop.try()).response?.status).toBe('APPROVED')
    // The session's own frame was lost and loaded again; the card's loaded the first time.
    expect(asked()).toBe(3)
  })
}

for (const [how, code] of [
  ['blocked', 'frame_blocked'],
  ['dropped', 'frame_blocked'],
  ['stalled', 'timeout'],
] as const) {
  test(
    `a frame that is ${how} twice is ${code}, reported once within ten seconds`,
    FULL,
    async ({ page, site, demo, merchant }) => {
      const shop = new EmbeddedShop(page, demo)
      await page.goto(site.show(EmbeddedShop.markup(demo)))
      await shop.start({ sessionId: await merchant.createSession() })
      const asked = await lose(page, FRAME, how, Number.POSITIVE_INFINITY)
      const started = Date.now()
      await shop.mount('card')
      expect(Date.now() - started).toBeLessThan(20_000)
      await page.waitForTimeout(500)
      expect([await shop.heard('errors'), asked()]).toEqual([[code], 2])
    },
  )
}

test('a window for the bank that is lost on the way is opened again', FULL, async ({ page, site, demo, merchant }) => {
  const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }
  const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata })
  const asked = await lose(page, '**/embedded-fields/frame?*component=challenge*', 'dropped', 1)
  await shop.pay()
  await expect(shop.dialog).toBeVisible()
  await shop.bank.choose('Y')
  expect((await shop.answer()).response).toMatchObject({ approved: true })
  await expect(page.locator('#pay')).toBeFocused()
  expect(asked()).toBe(2)
})

test(
  'a network that is gone is network_error, and the fields come when it is back',
  FULL,
  async ({ page, context, site, demo, merchant }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    const sessionId = await merchant.createSession()
    await context.setOffline(true)
    expect(await shop.start({ sessionId })).toBe('network_error')
    await expect(page.locator('iframe')).toHaveCount(0)
    await context.setOffline(false)
    expect(await shop.start({ sessionId })).toBe('ready')
  },
)
