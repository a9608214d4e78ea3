import type { Page } from '@playwright/test'
import { challengeForm } from '../support/browser-merchant.ts'
import { framingPage, type Site } from '../support/browser-site.ts'
import { expect, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { Checkout } from './pages/checkout.ts'
import { Result } from './pages/result.ts'

const FORGED = { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: 'x' }

/** A page of this origin frames the bank. */
function frameBank(page: Page, site: Site, form: Parameters<typeof framingPage>[0], origin = site.origin) {
  return page.goto(site.show(framingPage(form), origin)).then(() => new Bank(page.frameLocator('[name="bank"]')))
}

/** What the framing page wrote down. */
async function heardBy(page: Page): Promise<unknown[]> {
  return (await page.locator('#heard li').allInnerTexts()).map((text) => JSON.parse(text))
}

test('a site that frames the return page hears how the challenge ended, from the gateway’s origin', async ({
  page,
  site,
  merchant,
  demo,
}) => {
  const action = await merchant.startChallenge()
  const bank = await frameBank(page, site, challengeForm(action))
  await bank.choose('Y')
  await expect(page.locator('#heard li')).toHaveCount(1)
  const data = { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: action.session_id }
  expect(await heardBy(page)).toEqual([{ origin: demo.base_url, data }])
  expect(await merchant.statusOf(action.transaction_id)).toBe('PENDING')
  expect((await merchant.tollgate.completeAuthentication(action, 'Y')).result?.status).toBe('APPROVED')
})

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

test('a forged cres after the bank’s N changes nothing', async ({ page, site, merchant, demo }) => {
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

test('a forged message from another window does not end the shop’s challenge', async ({ page, site, demo }) => {
  await page.goto(site.show('<a id="shop" target="shop">Shop</a>'))
  const opening = page.waitForEvent('popup')
  await page.evaluate((url) => Object.assign(window, { shop: window.open(url, 'shop') }), `${demo.shop_url}/api`)
  const shop = await opening
  const checkout = new Checkout(shop)
  await checkout.pay({ flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE', challenge: 'frame' })
  await expect(checkout.bank('frame').heading).toBeVisible()
  await page.evaluate((forged) => {
    const { shop } = window as unknown as { shop: Window }
    for (let turn = 0; turn < 100; turn += 1) shop.postMessage(forged, '*')
    shop.postMessage(null, '*')
  }, FORGED)
  await expect(checkout.dialog).toBeVisible()
  await checkout.bank('frame').choose('N')
  await new Result(shop).shows('DECLINED')
})

test.describe('with allowed_origins', () => {
  test.use({ expectedNoise: /Failed to execute 'postMessage' on 'DOMWindow': The target origin provided/ })

  test('only the listed origins hear how the challenge ended', async ({ page, site, merchant }) => {
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

test('no page of the gateway but those of a 3-D Secure step can be framed', async ({ page, site, demo, request }) => {
  for (const path of ['/docs', '/three-ds/unknown/challenge-return']) {
    const answer = await request.get(demo.base_url + path)
    const framable = answer.headers()['content-security-policy']?.includes('frame-ancestors *')
    expect(framable, path).toBe(path !== '/docs')
  }
  await page.goto(site.show('<p>A shop</p>'))
})
