import { challengeForm } from '../support/browser-merchant.ts'
import { framingPage, linkingPage } from '../support/browser-site.ts'
import { expect, FULL, test } from '../support/issuer-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'

// A bank on a site of its own, for the hosted page and the direct API; the embedded fields have theirs in their folder.

for (const challenge of ['asks', 'unframed', 'twice']) {
  test(
    `the hosted page looks at the browser, goes to a bank that ${challenge} and comes back paid`,
    FULL,
    async ({ page, site, demo, merchant, issuer }) => {
      const session = { return_url: `${site.origin}/back`, metadata: { method: 'prompt', challenge } }
      const id = await merchant.createSession(session)
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(id)
      await hosted.payByCard()
      await page.waitForURL(`${issuer.origin}/challenge`)
      await new Bank(page).choose('Y')
      await page.waitForURL(`${site.origin}/back`)
      const { status, transactions } = await merchant.readSession(id)
      expect([status, transactions.length]).toEqual(['APPROVED', 1])
      expect(issuer.threeDs.authenticationOf(transactions[0]!)?.request?.methodCompletion).toBe('Y')
      expect(await merchant.charges(transactions[0]!)).toHaveLength(1)
    },
  )
}

for (const { method, completion, least, most } of [
  { method: 'prompt', completion: 'Y', least: 0, most: 4000 },
  { method: 'slow', completion: 'N', least: 4900, most: 7500 },
  { method: 'forges', completion: 'N', least: 4900, most: 7500 },
] as const) {
  test(
    `the hosted page waits until the method page (${method}) has notified the gateway, and five seconds at most`,
    FULL,
    async ({ page, demo, merchant, issuer }) => {
      const id = await merchant.createSession({ metadata: { method } })
      const hosted = new HostedPage(page, demo.base_url)
      await hosted.open(id)
      const [answered, wentOn] = [page.waitForResponse(/\/pay$/), page.waitForResponse(/\/continue$/)]
      await hosted.payByCard()
      await page.waitForURL(`${issuer.origin}/challenge`)
      // By the browser's own clock, from the page that has the method page in a frame; it has to load its script first.
      const due = (await answered).request().timing()
      const waited = (await wentOn).request().timing().startTime - due.startTime - due.responseStart
      expect(waited).toBeGreaterThanOrEqual(least)
      expect(waited).toBeLessThanOrEqual(most)
      const { transactions } = await merchant.readSession(id)
      expect(issuer.threeDs.authenticationOf(transactions[0]!)?.request?.methodCompletion).toBe(completion)
    },
  )
}

test(
  'a cres that cannot be read leads from the bank back to the hosted page, where a refusal charged nothing',
  FULL,
  async ({ page, demo, merchant }) => {
    const id = await merchant.createSession({ metadata: { challenge: 'garbles' } })
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(id)
    await hosted.payByCard()
    await new Bank(page).choose('N')
    await expect(hosted.news).toHaveAttribute('data-status', 'DECLINED')
    const { transactions } = await merchant.readSession(id)
    expect(await merchant.charges(transactions[0]!)).toEqual([])
  },
)

test('a shop that frames a bank of another origin hears the end from the origin of acs_url', async ({
  page,
  site,
  demo,
  merchant,
  issuer,
}) => {
  const action = await merchant.startChallenge({ metadata: {} })
  const { origin } = new URL(challengeForm(action).url)
  expect(origin).toBe(demo.base_url)
  await page.goto(site.show(framingPage(challengeForm(action))))
  const bank = new Bank(page.frameLocator('[name="bank"]'))
  await expect(bank.button('Y')).toBeVisible()
  expect(page.frame('bank')?.url()).toBe(`${issuer.origin}/challenge`)
  await bank.choose('Y')
  const data = { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', session_id: action.session_id }
  await expect(page.locator('#heard li')).toHaveText([JSON.stringify({ origin, data })])
  expect((await merchant.tollgate.completeAuthentication(action, 'Y')).result?.status).toBe('APPROVED')
})

test(
  'a CHALLENGE_RESPONSE that the bank’s own page forges in a shop’s frame approves nothing',
  FULL,
  async ({ page, site, merchant, issuer }) => {
    const action = await merchant.startChallenge({ metadata: { challenge: 'forges' } })
    await page.goto(site.show(framingPage(challengeForm(action))))
    await expect(page.locator('#heard li').first()).toContainText(`"origin":"${issuer.origin}"`)
    await new Bank(page.frameLocator('[name="bank"]')).choose('N')
    await expect(page.locator('#heard li').last()).toContainText('"trans_status":"N"')
    expect((await merchant.tollgate.completeAuthentication(action, 'Y')).result?.status).toBe('DECLINED')
    expect(await merchant.charges(action.transaction_id)).toEqual([])
  },
)

test(
  'a bank of another origin on a full page leads back to the shop automatically',
  FULL,
  async ({ page, site, merchant }) => {
    const action = await merchant.startChallenge({ metadata: {}, return_url: `${site.origin}/paid` })
    await page.goto(site.show(linkingPage(challengeForm(action))))
    await page.getByRole('button', { name: 'To your bank' }).click()
    await new Bank(page).choose('Y')
    await page.waitForURL(`${site.origin}/paid`)
    expect(await merchant.statusOf(action.transaction_id)).toBe('APPROVED')
  },
)
