import type { Site } from '../../support/browser-site.ts'
import { expect, FULL, test } from '../../support/browser-test.ts'
import type { Demo } from '../../support/gateway-process.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

/** Shows a shop's page that prints the result of its own setup. */
function sayingPage(site: Site, { base_url, merchant }: Demo, sessionId: string): string {
  return site.show(`<script src="${base_url}/embedded-fields.js"></script><p id="out"></p><script>
    PaymentComponent({ clientKey: '${merchant.client_key}', sessionId: '${sessionId}', environment: 'test' })
      .then(() => 'ready', ({ code }) => code).then((said) => { out.textContent = said })</script>`)
}

test.describe('a page that another one holds', () => {
  test.use({ expectedNoise: /frame-ancestors|postMessage/ })

  test(
    'of a foreign origin gets no fields to lay something over, though its own origin is listed',
    FULL,
    async ({ page, site, demo, merchant }) => {
      const terminal_id = await merchant.createTerminal({ allowed_origins: [site.origin] })
      const shop = sayingPage(site, demo, await merchant.createSession({ terminal_id }))
      const evil = site.origin.replace('localhost', 'evil.localhost')
      await page.goto(site.show(`<iframe title="shop" src="${shop}"></iframe>`, evil))
      await expect(page.frameLocator('[title="shop"]').locator('#out')).toHaveText('frame_blocked')
    },
  )
})

test('a page without an origin gets its error immediately', FULL, async ({ page, site, demo, merchant }) => {
  const shop = sayingPage(site, demo, await merchant.createSession())
  await page.goto(site.show(`<iframe title="shop" sandbox="allow-scripts" src="${shop}"></iframe>`))
  await expect(page.frameLocator('[title="shop"]').locator('#out')).toHaveText('origin_not_allowed')
})

test('nothing that merely looks like a listed origin is one', FULL, async ({ site, demo, merchant }) => {
  const { origin } = site
  const terminal_id = await merchant.createTerminal({ allowed_origins: [origin] })
  const frame = new URL(`${demo.base_url}/embedded-fields/frame?environment=test&component=card`)
  frame.searchParams.set('client_key', demo.merchant.client_key)
  frame.searchParams.set('session_id', await merchant.createSession({ terminal_id }))
  const hasFields = async (said: string) => {
    frame.searchParams.set('origin', said)
    return (await (await fetch(frame)).text()).includes('card-frame-main')
  }
  const near = [
    origin.replace('http:', 'https:'),
    origin.replace(/\d+$/, '1'),
    origin.replace(/:\d+$/, ''),
    origin.replace('localhost', 'a.localhost'),
    origin.replace('localhost', 'localhost.evil.example'),
    origin.replace('localhost', 'x@localhost'),
    `${origin}.evil.example`,
    `${origin}/`,
    origin.toUpperCase(),
    'null',
    '*',
    '',
  ]
  for (const said of near) expect(await hasFields(said), said).toBe(false)
  expect(await hasFields(origin)).toBe(true)
})

test('a second handshake is ignored, even from the shop’s page', FULL, async ({ page, site, demo, merchant }) => {
  const shop = await EmbeddedShop.open({ page, site, demo, merchant })
  const heard = await page.evaluate(`(async () => {
    const { port1, port2 } = new MessageChannel()
    const heard = []
    port1.onmessage = ({ data }) => heard.push(data)
    const greeting = { type: 'embedded-fields', component: 'card', data: {}, customerConfig: {}, locale: 'en-US', look: {} }
    document.querySelector('embedded-fields-card iframe').contentWindow.postMessage(greeting, '*', [port2])
    port1.postMessage({ type: 'show-problems' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    return heard
  })()`)
  expect(heard).toEqual([])
  expect((await shop.try()).response?.approved).toBe(true)
})

test('texts of the session and of the shop are shown as texts', FULL, async ({ page, site, demo, merchant }) => {
  const markup = '<img src=x onerror=alert(1)>'
  const shop = new EmbeddedShop(page, demo)
  page.on('dialog', () => expect('a dialog').toBe('none'))
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  const customer = { first_name: markup, last_name: markup, city: markup }
  await shop.start({ sessionId: await merchant.createSession({ customer, description: markup }), locale: markup })
  await shop.mount('saved-card', { data: { paymentMethodId: markup, maskedPan: markup, cardBrand: markup } })
  await expect(shop.fields.locator('.saved-card')).toContainText(markup)
  await expect(shop.fields.locator('img, script:not([type="module"])')).toHaveCount(0)
  expect(await page.evaluate('component.getCustomer()')).toMatchObject({ firstName: markup, city: markup })
})

test('options cannot change what every object of the page inherits', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await shop.start({ sessionId: await merchant.createSession() })
  const polluted = await page.evaluate(`(async () => {
    const config = JSON.parse('{ "__proto__": { "polluted": 1 }, "data": { "__proto__": { "polluted": 2 } }, "constructor": { "prototype": { "polluted": 3 } } }')
    await core.create('card', config).mount('#card')
    return ({}).polluted
  })()`)
  expect(polluted).toBeUndefined()
})
