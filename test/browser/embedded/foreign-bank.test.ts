import { expect, FULL, test } from '../../support/issuer-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'

// The shop on localhost, the gateway on 127.0.0.1 and the bank on acs.localhost: three sites, each in a process of its
// own.

test('a bank on a site of its own looks at the browser and asks inside the gateway’s frames', async ({
  page,
  site,
  demo,
  merchant,
  issuer,
}) => {
  const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { method: 'prompt' } })
  await shop.pay()
  await expect(shop.bank.heading).toBeVisible()
  const bank = page.frames().find((frame) => frame.url() === `${issuer.origin}/challenge`)
  expect(new URL(bank?.parentFrame()?.url() ?? '').origin).toBe(demo.base_url)
  expect(new URL(bank?.parentFrame()?.parentFrame()?.url() ?? '').origin).toBe(site.origin)
  await shop.bank.choose('Y')
  const { response } = await shop.answer()
  expect(response).toMatchObject({ approved: true, status: 'APPROVED' })
  expect(issuer.threeDs.authenticationOf(response!.transaction_id)?.request?.methodCompletion).toBe('Y')
  expect(await merchant.charges(response!.transaction_id)).toHaveLength(1)
})

test(
  'the bank gets the cardholder’s name if the shop’s form asks for it',
  FULL,
  async ({ page, site, demo, merchant, issuer }) => {
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo)))
    await shop.start({ sessionId: await merchant.createSession({ return_url: `${site.origin}/` }) })
    await shop.mount('card', { customerConfig: { hasHolderName: true, holderNameRequired: true } })
    await shop.type()
    await shop.field('name').fill(' Ana Ilić ')
    await shop.pay()
    await shop.bank.choose('Y')
    const { response } = await shop.answer()
    expect(response).toMatchObject({ approved: true })
    expect(issuer.threeDs.authenticationOf(response!.transaction_id)?.request?.card.holderName).toBe('Ana Ilić')
  },
)

test(
  'a method page that is slower than five seconds is not waited for, and the bank is notified',
  FULL,
  async ({ page, site, demo, merchant, issuer }) => {
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { method: 'slow' } })
    const [answered, wentOn] = [page.waitForResponse(/\/pay$/), page.waitForResponse(/\/continue$/)]
    await shop.pay()
    // By the browser's own clock, from the answer that says where the method page is: that page itself never answers in
    // time.
    const due = (await answered).request().timing()
    const waited = (await wentOn).request().timing().startTime - due.startTime - due.responseStart
    expect(waited).toBeGreaterThanOrEqual(4900)
    expect(waited).toBeLessThanOrEqual(5700)
    await shop.bank.choose('Y')
    const { response } = await shop.answer()
    expect(response).toMatchObject({ approved: true })
    expect(issuer.threeDs.authenticationOf(response!.transaction_id)?.request?.methodCompletion).toBe('N')
  },
)

test(
  'a bank that brings its answer twice is heard once, and the card is charged once',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { challenge: 'twice' } })
    await shop.pay()
    await shop.bank.choose('Y')
    const { response } = await shop.answer()
    expect(response).toMatchObject({ approved: true })
    await page.waitForTimeout(500)
    expect(await shop.answers()).toHaveLength(1)
    expect(await merchant.charges(response!.transaction_id)).toHaveLength(1)
  },
)

for (const { name, challenge, choice } of [
  { name: 'the answer of another authentication is not taken for a yes', challenge: 'confuses', choice: 'Y' },
  { name: 'a cres that cannot be read leaves a refusal to the record', challenge: 'garbles', choice: 'N' },
] as const) {
  test(name, FULL, async ({ page, site, demo, merchant }) => {
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { challenge } })
    await shop.pay()
    await shop.bank.choose(choice)
    const { response } = await shop.answer()
    expect(response).toMatchObject({ approved: false, status: 'DECLINED', processing_code: '1000' })
    expect(await merchant.charges(response!.transaction_id)).toEqual([])
    await expect(page.locator('#pay')).toBeFocused()
  })
}

test(
  'a cres that cannot be read brings nothing, and the record of the authentication decides',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { challenge: 'garbles' } })
    await shop.pay()
    await shop.bank.choose('Y')
    const { response } = await shop.answer()
    expect(response).toMatchObject({ approved: true })
    expect(await merchant.charges(response!.transaction_id)).toHaveLength(1)
  },
)

test(
  'a CHALLENGE_RESPONSE from the bank’s own origin ends nothing: the shopper is still asked, and the no counts',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { challenge: 'forges' } })
    await shop.pay()
    await expect(shop.bank.heading).toBeVisible()
    await page.waitForTimeout(500)
    expect(await shop.answers()).toEqual([])
    await expect(shop.bank.heading).toBeVisible()
    await shop.bank.choose('N')
    expect((await shop.answer()).response).toMatchObject({ approved: false, status: 'DECLINED' })
  },
)

test.describe('a bank that refuses to be framed', () => {
  test.use({ expectedNoise: /Refused to display|frame-ancestors|ERR_BLOCKED_BY_RESPONSE/ })

  test(
    'is opened as a full page by the link that comes forward, and brings the shopper back to the shop',
    FULL,
    async ({ page, site, demo, merchant, issuer }) => {
      const shop = await EmbeddedShop.open({ page, site, demo, merchant }, { metadata: { challenge: 'unframed' } })
      await shop.pay()
      await expect(shop.dialog.locator('.forward')).toContainText('Page not loading?')
      await shop.dialog.getByRole('link', { name: 'Open your bank’s page in full' }).click()
      await page.waitForURL(`${issuer.origin}/challenge`)
      await page.locator('[data-outcome="Y"]').click()
      await page.waitForURL(`${site.origin}/`)
      const [authentication] = [...issuer.threeDs.authentications.values()].slice(-1)
      expect(await merchant.statusOf(authentication!.transactionId)).toBe('APPROVED')
      expect(await merchant.charges(authentication!.transactionId)).toHaveLength(1)
    },
  )
})
