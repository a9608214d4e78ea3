import { expect, FULL, test } from '../../support/issuer-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

/** The strictest page there is: two sources, no styles, no strings that become code. */
const strictest = (gateway: string) =>
  `default-src 'none'; script-src ${gateway}; frame-src ${gateway}; style-src 'none'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`

const EMBEDDER = { 'cross-origin-embedder-policy': 'require-corp' }
const BOTH = { ...EMBEDDER, 'cross-origin-opener-policy': 'same-origin' }

test(
  'the strictest page pays through fingerprint and challenge of a bank on a third site, and breaks none of its rules',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const headers = { 'content-security-policy': strictest(demo.base_url) }
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { method: 'prompt' } }, headers)
    await shop.pay()
    await shop.bank.choose('Y')
    expect((await shop.answer()).response).toMatchObject({ approved: true })
    expect(await shop.heard('violations')).toEqual([])
  },
)

test(
  'a page that is isolated from all others pays through a bank that is prepared for it',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const headers = { ...BOTH, 'content-security-policy': strictest(demo.base_url) }
    const shop = await EmbeddedShop.open(
      { page, site, demo, merchant },
      { metadata: { challenge: 'isolated' } },
      headers,
    )
    expect(await page.evaluate('crossOriginIsolated')).toBe(true)
    await shop.pay()
    await shop.bank.choose('Y')
    expect((await shop.answer()).response).toMatchObject({ approved: true })
    expect(await shop.heard('violations')).toEqual([])
  },
)

test.describe('what the browser keeps out', () => {
  test.use({ expectedNoise: /ERR_BLOCKED_BY_RESPONSE|postMessage/ })

  test(
    'a bank that is not prepared for isolation is offered as a full page immediately, and that pays',
    FULL,
    async ({ page, site, demo, merchant, issuer }) => {
      const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: {} }, BOTH)
      await shop.pay()
      await expect(shop.dialog).toBeVisible()
      await expect(shop.dialog.locator('.forward')).toBeVisible()
      await shop.dialog.getByRole('link', { name: 'Open your bank’s page in full' }).click()
      await page.waitForURL(`${issuer.origin}/challenge`)
      await page.locator('[data-outcome="Y"]').click()
      await page.waitForURL(`${site.origin}/`)
      const [authentication] = [...issuer.threeDs.authentications.values()].slice(-1)
      expect(await merchant.statusOf(authentication!.transactionId)).toBe('APPROVED')
    },
  )

  test(
    'a page with the embedder’s policy alone gets its fields at the second attempt',
    FULL,
    async ({ page, site, demo, merchant }) => {
      const metadata = { challenge: 'isolated' }
      const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata }, EMBEDDER)
      await shop.pay()
      await shop.bank.choose('Y')
      expect((await shop.answer()).response).toMatchObject({ approved: true })
    },
  )
})
