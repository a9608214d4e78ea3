import { expect, FULL, test } from '../support/issuer-test.ts'
import { Bank } from './pages/bank.ts'
import { HostedPage } from './pages/hosted-page.ts'

// The ten minutes of a challenge, made short.
test.use({ challengeSeconds: 3 })

test(
  'a shopper who answers the bank too late is back on the hosted page, uncharged, and may try again',
  FULL,
  async ({ page, demo, merchant, issuer }) => {
    const id = await merchant.createSession({ metadata: {} })
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(id)
    await hosted.payByCard()
    await page.waitForURL(`${issuer.origin}/challenge`)
    const [late] = (await merchant.readSession(id)).transactions
    await expect.poll(() => merchant.statusOf(late!)).toBe('SESSION_EXPIRED')
    await new Bank(page).choose('Y')
    await expect(hosted.news).toHaveAttribute('data-status', 'SESSION_EXPIRED')
    expect(await merchant.charges(late!)).toEqual([])
    await hosted.payByCard()
    await expect(new Bank(page).heading).toBeVisible()
    expect((await merchant.readSession(id)).transactions).toHaveLength(2)
  },
)
