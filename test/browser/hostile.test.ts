import type { Page } from '@playwright/test'
import { challengeForm } from '../support/browser-merchant.ts'
import { framingPage, type Site } from '../support/browser-site.ts'
import { expect, FULL, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { Checkout } from './pages/checkout.ts'
import { Result } from './pages/result.ts'

/** Opens the shop in a window that it can send messages to, as fast and as many as it likes. */
const OPENER = (shopUrl: string) => `<button onclick="shop = window.open('${shopUrl}/api')">Open</button>
<button onclick="for (let n = 0; n < 100; n++) for (const data of forged) shop.postMessage(data, '*')">Forge</button>
<script>const forged = [null, 'x', { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: 'x' }]</script>`

/** A page of this origin frames the bank. */
function frameBank(page: Page, site: Site, form: Parameters<typeof framingPage>[0], origin = site.origin) {
  return page.goto(site.show(framingPage(form), origin)).then(() => new Bank(page.frameLocator('[name="bank"]')))
}

/** Returns the messages that the framing page recorded. */
async function heardBy(page: Page): Promise<unknown[]> {
  return (await page.locator('#heard li').allInnerTexts()).map((text) => JSON.parse(text))
}

test(
  'a site that frames the return page hears how the challenge ended, from the gateway’s origin',
  FULL,
  async ({ page, site, merchant, demo }) => {
    const action = await merchant.startChallenge()
    const bank = await frameBank(page, site, challengeForm(action))
    await bank.choose('Y')
    await expect(page.locator('#heard li')).toHaveCount(1)
    const data = { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: action.session_id }
    expect(await heardBy(page)).toEqual([{ origin: demo.base_url, data }])
    expect(await merchant.statusOf(action.transaction_id)).toBe('PENDING')
    expect((await merchant.tollgate.completeAuthentication(action, 'Y')).result?.status).toBe('APPROVED')
  },
)

test('a Y that a hostile site forges after the bank’s N is declined and charges nothing', async ({
  page,
  site,
  merchant,
}) => {
  const action = await merchant.startChallenge()
  const bank = await frameBank(page, site, challengeForm(action))
  await bank.choose('N')
  await expect(page.locator('#heard li')).toContainText('"trans_status":"N"')
  expect((await merchant.tollgate.completeAuthentication(action, 'Y')).result?.status).toBe('DECLINED')
  expect(await merchant.charges(action.transaction_id)).toEqual([])
})

test('a forged cres after the bank’s N changes nothing', FULL, async ({ page, site, merchant, demo }) => {
  const action = await merchant.startChallenge()
  const bank = await frameBank(page, site, challengeForm(action))
  await bank.choose('N')
  await expect(page.locator('#heard li')).toHaveCount(1)
  const cres = { messageType: 'CRes', threeDSServerTransID: action.session_id, transStatus: 'Y' }
  const fields = { cres: Buffer.from(JSON.stringify(cres)).toString('base64url') }
  const url = `${demo.base_url}/three-ds/${action.session_id}/challenge-notification-url`
  await page.goto(site.show(framingPage({ url, fields })))
  await expect(page.locator('#heard li')).toContainText('"trans_status":"N"')
  expect((await merchant.tollgate.completeAuthentication(action, 'Y')).result?.status).toBe('DECLINED')
})

test('a forged message from another window does not end the shop’s challenge', FULL, async ({ page, site, demo }) => {
  await page.goto(site.show(OPENER(demo.shop_url)))
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open' }).click()
  const shop = await opening
  const checkout = new Checkout(shop)
  await checkout.pay({ flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE', challenge: 'frame' })
  await expect(checkout.bank('frame').heading).toBeVisible()
  await page.getByRole('button', { name: 'Forge' }).click()
  await expect(checkout.dialog).toBeVisible()
  await checkout.bank('frame').choose('N')
  await new Result(shop).shows('DECLINED')
})

test.describe('with allowed_origins', () => {
  test.use({ expectedNoise: /Failed to execute 'postMessage' on 'DOMWindow': The target origin provided/ })

  test('only the listed origins hear how the challenge ended', FULL, async ({ page, site, merchant }) => {
    const stranger = site.origin.replace('localhost', 'stranger.localhost')
    const terminal_id = await merchant.createTerminal({ allowed_origins: [site.origin] })
    const heard = []
    for (const origin of [site.origin, stranger]) {
      const action = await merchant.startChallenge({ terminal_id })
      const bank = await frameBank(page, site, challengeForm(action), origin)
      await bank.choose('Y')
      await expect(page.frameLocator('[name="bank"]').getByRole('heading')).toHaveText('Back to the shop')
      heard.push((await heardBy(page)).length)
    }
    expect(heard).toEqual([1, 0])
  })
})

test('the bank’s frame is another site to the browser, in a process of its own', async ({ page, context, demo }) => {
  const checkout = new Checkout(page)
  await checkout.open(demo.shop_url)
  await checkout.pay({ flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE', challenge: 'frame' })
  await expect(checkout.bank('frame').heading).toBeVisible()
  const frame = page.frame('challenge')!
  expect(new URL(frame.url()).origin).toBe(demo.base_url)
  // The browser gives a session to frames that do not share their page's process, and refuses it to all others.
  await expect(context.newCDPSession(frame)).resolves.toBeDefined()
})

test.describe('a foreign site', () => {
  test.use({ expectedNoise: /Framing .* violates .* "frame-ancestors 'none'"/ })

  test('frames no page of the gateway but those of a 3-D Secure step', FULL, async ({ page, site, demo }) => {
    await page.goto(site.show(`<iframe src="${demo.base_url}/docs"></iframe>`))
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error')
  })
})
