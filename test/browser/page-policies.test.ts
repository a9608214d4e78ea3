import { expect, FULL, test } from '../support/issuer-test.ts'
import { Bank } from './pages/bank.ts'
import { EmbeddedShop } from './pages/embedded-shop.ts'
import { HostedPage } from './pages/hosted-page.ts'

test(
  'a bank’s challenge inside the fields may use passkeys and payment confirmation, and no camera',
  FULL,
  async ({ page, site, demo, merchant, issuer }) => {
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: {} })
    await shop.pay()
    await expect(shop.bank.button('Y')).toBeVisible()
    const bank = page.frames().find((frame) => frame.url().startsWith(issuer.origin))!
    const allowed = await bank.evaluate(
      `['payment', 'publickey-credentials-get', 'camera'].filter((feature) => document.featurePolicy.allowsFeature(feature))`,
    )
    expect(allowed).toEqual(['payment', 'publickey-credentials-get'])
  },
)

test(
  'the hosted page in a window that the shop opened is out of its reach, and pays',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const id = await merchant.createSession({ return_url: `${site.origin}/back`, metadata: {} })
    await page.goto(site.show('<h1>Checkout</h1>'))
    const opening = page.waitForEvent('popup')
    await page.evaluate(`void window.open('${demo.base_url}/hosted-payment-page/${id}')`)
    const popup = await opening
    const hosted = new HostedPage(popup, demo.base_url)
    await expect(hosted.payButton).toBeVisible()
    expect(await popup.evaluate('window.opener')).toBeNull()
    await hosted.payByCard()
    await new Bank(popup).choose('Y')
    await popup.waitForURL(`${site.origin}/back`)
    expect((await merchant.readSession(id)).status).toBe('APPROVED')
  },
)
