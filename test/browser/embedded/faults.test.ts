import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

const KEY = 'test_00000000000000000000000000000000'

const WRONG: readonly [string, Record<string, unknown>, string][] = [
  ['no client key', { clientKey: '' }, 'invalid_options'],
  ['an environment of another name', { environment: 'uat' }, 'invalid_options'],
  ['a client key nobody has', { clientKey: KEY }, 'invalid_client_key'],
  ['the other environment', { environment: 'production' }, 'environment_mismatch'],
  ['a session nobody opened', { sessionId: 'ses_nobody' }, 'session_not_found'],
]

for (const [what, differs, code] of WRONG) {
  test(`${what} is ${code}`, FULL, async ({ page, site, demo, merchant }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    expect(await shop.start({ sessionId: await merchant.createSession(), ...differs })).toBe(code)
    await expect(page.locator('iframe')).toHaveCount(0)
  })
}

test(
  'a session that was paid is session_completed, one whose time is over session_expired',
  FULL,
  async ({ page, site, demo, merchant, sql }) => {
    test.info().annotations.push({ type: 'time', description: 'made to pass in the database' })
    const shop = new EmbeddedShop(page, demo)
    const [paid, expired] = [await merchant.createSession(), await merchant.createSession()]
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: paid })
    await shop.mount('card')
    await shop.type()
    await shop.try()
    expect(await shop.start({ sessionId: paid })).toBe('session_completed')
    await sql`update sessions set expires_at = now() - interval '1 second' where session_id = ${expired}`
    expect(await shop.start({ sessionId: expired })).toBe('session_expired')
  },
)

test.describe('with the browser’s complaints', () => {
  test.use({ expectedNoise: /Content Security Policy|postMessage|ERR_|Failed to load|status of 410/ })

  test(
    'a session that expires under the form says so and takes nothing',
    FULL,
    async ({ page, site, demo, merchant, sql }) => {
      const shop = new EmbeddedShop(page, demo)
      const sessionId = await merchant.createSession()
      await page.goto(site.show(EmbeddedShop.markup(demo)))
      await shop.start({ sessionId })
      await shop.mount('card')
      await shop.type()
      await sql`update sessions set expires_at = now() - interval '1 second' where session_id = ${sessionId}`
      const { response, error } = await shop.try()
      expect([response, error?.code]).toEqual([null, 'session_expired'])
      await expect(shop.fields.locator('.progress')).toContainText('This payment has expired')
    },
  )

  test('a page whose policy keeps the frame out is frame_blocked', FULL, async ({ page, site, demo, merchant }) => {
    const headers = { 'content-security-policy': `script-src ${demo.base_url}; frame-src 'none'` }
    await page.goto(site.show(EmbeddedShop.markup(demo), site.origin, headers))
    const sessionId = await merchant.createSession()
    expect(await new EmbeddedShop(page, demo).start({ sessionId })).toBe('frame_blocked')
  })

  test('a frame whose script does not arrive is frame_blocked', FULL, async ({ page, site, demo, merchant }) => {
    await page.route('**/assets/card-frame-main-*', (route) => route.abort())
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    const sessionId = await merchant.createSession()
    expect(await new EmbeddedShop(page, demo).start({ sessionId })).toBe('frame_blocked')
  })

  test('a gateway that does not answer is timeout after ten seconds', FULL, async ({ page, site, demo, merchant }) => {
    await page.route('**/embedded-fields/frame?*', () => undefined)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    const sessionId = await merchant.createSession()
    const started = Date.now()
    expect(await new EmbeddedShop(page, demo).start({ sessionId })).toBe('timeout')
    expect(Date.now() - started).toBeGreaterThanOrEqual(10_000)
  })

  test('a network that is gone while paying is network_error, and the form can be sent again', async ({
    page,
    site,
    demo,
    merchant,
  }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession() })
    await shop.mount('card')
    await shop.type()
    await page.route('**/embedded-fields/sessions/*/pay', (route) => route.abort())
    expect((await shop.try()).error?.code).toBe('network_error')
    await page.unroute('**/embedded-fields/sessions/*/pay')
    expect((await shop.try()).response?.status).toBe('APPROVED')
  })

  test('an http page that is not the shopper’s own machine is insecure_page', FULL, async ({ page, demo }) => {
    await page.route('http://shop.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Shop' }))
    await page.goto('http://shop.example/')
    // The browser itself keeps such a page from a gateway on this machine, so the script comes by hand.
    await page.addScriptTag({ content: await (await fetch(`${demo.base_url}/embedded-fields.js`)).text() })
    expect(await new EmbeddedShop(page, demo).start({ sessionId: 'ses_x' })).toBe('insecure_page')
  })
})

test(
  'destroy answers a payment in progress with destroyed, once, and leaves nothing on the page',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }
    await shop.start({ sessionId: await merchant.createSession({ metadata }) })
    await shop.mount('card')
    await shop.type()
    await shop.pay()
    await expect(shop.bank.heading).toBeVisible()
    await page.evaluate('core.destroy()')
    expect((await shop.answer()).error?.code).toBe('destroyed')
    await page.waitForTimeout(300)
    expect(await shop.answers()).toHaveLength(1)
    await expect(page.locator('iframe, embedded-fields-card, [inert], [popover]')).toHaveCount(0)
    expect(await page.evaluate("(() => { try { core.create('card') } catch (error) { return error.code } })()")).toBe(
      'destroyed',
    )
  },
)
