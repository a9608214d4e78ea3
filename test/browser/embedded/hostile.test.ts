import { expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

const CHALLENGE = { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' } }

test('the strictest page needs two CSP sources: fields, fingerprint and challenge break none of its rules', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const { base_url: gateway } = demo
  const policy = `default-src 'none'; script-src ${gateway}; frame-src ${gateway}; style-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  await page.goto(site.show(EmbeddedShop.markup(demo), site.origin, { 'content-security-policy': policy }))
  const shop = new EmbeddedShop(page, demo)
  await shop.start({ sessionId: await merchant.createSession(CHALLENGE) })
  await shop.mount('card')
  await shop.type()
  await shop.pay()
  await shop.bank.choose('Y')
  expect((await shop.answer()).response).toMatchObject({ approved: true })
  expect(await shop.heard('violations')).toEqual([])
})

test('no digit of the card is in reach of the shop’s page, and only one request contains it', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const shop = new EmbeddedShop(page, demo)
  const carriers: string[] = []
  page.on('request', (request) => {
    if (/4111\s?1111|\b987\b/.test(`${request.url()} ${request.postData() ?? ''}`)) carriers.push(request.url())
  })
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  await page.evaluate(`(() => {
    window.seen = []
    const look = (data) => { try { seen.push(JSON.stringify(data)) } catch {} }
    addEventListener('message', ({ data }) => look(data), true)
    const start = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
    Object.defineProperty(MessagePort.prototype, 'onmessage', { set(listener) {
      start.set.call(this, (event) => { look(event.data); listener(event) })
    } })
  })()`)
  const sessionId = await merchant.createSession(CHALLENGE)
  await shop.start({ sessionId })
  await shop.mount('card')
  await shop.type({ cvc: '987' })
  await shop.pay()
  await shop.bank.choose('Y')
  await shop.answer()
  const inReach = await page.evaluate(`JSON.stringify([seen, heard, document.documentElement.outerHTML,
    Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href])`)
  expect(inReach).toContain('"field":"number"')
  expect(inReach).not.toMatch(/4111\s?1111|\b987\b/)
  expect(carriers).toEqual([`${demo.base_url}/embedded-fields/sessions/${sessionId}/pay`])
})

test(
  '10,000 forged, replayed and empty messages change nothing and go unanswered',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession(CHALLENGE) })
    await shop.mount('card')
    await shop.type()
    await shop.pay()
    await expect(shop.bank.heading).toBeVisible()
    await page.evaluate(`(async () => {
    window.replies = 0
    const forged = [null, 0, '', 'x', {}, [], { type: 'embedded-fields' }, { type: 'embedded-fields-challenge' },
      { type: 'submit', id: 1 }, { type: 'cancel' }, { type: 'canceled' }, { type: 'answered' },
      { type: 'result', id: 1, response: { approved: true } }, { type: 'ready' },
      { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: 'x' }, { type: 'look', look: { '--lib-x': 'url(x)' } }]
    const targets = [window, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow)]
    for (let n = 0; n < 10000; n++) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => replies++
      targets[n % targets.length].postMessage(forged[n % forged.length], '*', [port2])
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  })()`)
    expect(await page.evaluate('replies')).toBe(0)
    expect(await shop.answers()).toEqual([])
    await expect(shop.bank.heading).toBeVisible()
    await shop.bank.choose('N')
    expect((await shop.answer()).response).toMatchObject({ approved: false, status: 'DECLINED' })
  },
)

test('a sibling frame that forges the bank’s answer is not heard', FULL, async ({ page, site, demo, merchant }) => {
  const shop = new EmbeddedShop(page, demo)
  const forger = site.show(
    `<script>setInterval(() => { for (let n = 0; n < parent.frames.length; n++) {
      parent.frames[n].postMessage({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y' }, '*')
      try { parent.frames[n].frames[0]?.postMessage({ type: 'CHALLENGE_RESPONSE' }, '*') } catch {} } }, 20)</script>`,
    site.origin.replace('localhost', 'evil.localhost'),
  )
  await page.goto(site.show(`${EmbeddedShop.markup(demo)}<iframe src="${forger}" title="x"></iframe>`))
  await shop.start({ sessionId: await merchant.createSession(CHALLENGE) })
  await shop.mount('card')
  await shop.type()
  await shop.pay()
  await expect(shop.bank.heading).toBeVisible()
  await page.waitForTimeout(500)
  await expect(shop.bank.heading).toBeVisible()
  await shop.bank.choose('Y')
  expect((await shop.answer()).response).toMatchObject({ approved: true })
})

test('an origin that is not listed gets a frame without inputs, and an error', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const terminal_id = await merchant.createTerminal({ allowed_origins: [site.origin] })
  const sessionId = await merchant.createSession({ terminal_id })
  const foreign = site.origin.replace('localhost', 'evil.localhost')
  const shop = new EmbeddedShop(page, demo)
  await page.goto(site.show(EmbeddedShop.markup(demo), foreign))
  expect(await shop.start({ sessionId })).toBe('origin_not_allowed')
  const query = `client_key=${demo.merchant.client_key}&session_id=${sessionId}&environment=test&component=card`
  const answer = await fetch(`${demo.base_url}/embedded-fields/frame?${query}&origin=${foreign}`)
  expect(await answer.text()).not.toContain('card-frame-main')
  const lied = await fetch(`${demo.base_url}/embedded-fields/frame?${query}&origin=${site.origin}`)
  expect(lied.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${site.origin} `)
  await page.goto(site.show(EmbeddedShop.markup(demo)))
  expect(await shop.start({ sessionId })).toBe('ready')
})

test.describe('a frame that lies about its origin', () => {
  test.use({ expectedNoise: /frame-ancestors|postMessage/ })

  test('is not shown by the browser', FULL, async ({ page, site, demo, merchant }) => {
    const terminal_id = await merchant.createTerminal({ allowed_origins: [site.origin] })
    const sessionId = await merchant.createSession({ terminal_id })
    const query = `client_key=${demo.merchant.client_key}&session_id=${sessionId}&environment=test&component=card`
    const src = `${demo.base_url}/embedded-fields/frame?${query}&origin=${site.origin}`
    const frame = `<iframe src="${src}" referrerpolicy="no-referrer" title="x"></iframe>`
    await page.goto(site.show(frame, site.origin.replace('localhost', 'evil.localhost')))
    await page.waitForTimeout(500)
    await expect(page.frameLocator('iframe').locator('body[data-config]')).toHaveCount(0)
  })
})
