import type { Page } from '@playwright/test'
import type { Action } from '../../client/index.ts'
import { challengeForm } from '../support/browser-merchant.ts'
import { linkingPage, type Site } from '../support/browser-site.ts'
import { expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { Bank, type Outcome } from './pages/bank.ts'

/** Takes a shopper from a shop's page to the bank, as a full page. */
async function goToBank(page: Page, site: Site, action: Action): Promise<Bank> {
  await page.goto(site.show(linkingPage(challengeForm(action))))
  await page.getByRole('button', { name: 'To your bank' }).click()
  return new Bank(page)
}

const OUTCOMES: readonly (readonly [Outcome, string, string])[] = [
  ['Y', 'APPROVED', '/return?kept=%20as&it=is'],
  ['N', 'DECLINED', '/error'],
  ['cancel', 'CANCELED', '/cancel'],
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    for (const [outcome, status, path] of OUTCOMES) {
      test(
        `a payment that is ${status} leads back to ${path}`,
        fullUnless(javaScriptEnabled && status === 'APPROVED'),
        async ({ page, site, merchant }) => {
          const { origin } = site
          const addresses = { error_url: `${origin}/error`, cancel_url: `${origin}/cancel` }
          const action = await merchant.startChallenge({
            return_url: `${origin}/return?kept=%20as&it=is`,
            ...addresses,
          })
          const bank = await goToBank(page, site, action)
          await bank.choose(outcome)
          if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
          await page.waitForURL(origin + path)
          expect(await merchant.statusOf(action.transaction_id)).toBe(status)
        },
      )
    }

    test('a payment without return_url ends on a page of the gateway', FULL, async ({ page, site, merchant }) => {
      const bank = await goToBank(page, site, await merchant.startChallenge())
      await bank.choose('N')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.locator('[data-status]')).toHaveAttribute('data-status', 'DECLINED')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('€12.50')
    })

    test(
      'a fingerprint that is due on our own page runs there and leads to the bank',
      FULL,
      async ({ page, demo, merchant }) => {
        const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE' }
        const action = await merchant.startFingerprint({ metadata })
        await page.goto(`${demo.base_url}/three-ds/${action.session_id}/challenge-return`)
        await expect(page.getByRole('heading', { name: 'Checking with your bank' })).toBeVisible()
        const startedAt = Date.now()
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue without waiting' }).click()
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Go to your bank' }).click()
        await expect(new Bank(page).heading).toBeVisible()
        if (javaScriptEnabled) expect(Date.now() - startedAt).toBeGreaterThan(4_500)
        await new Bank(page).choose('Y')
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
        await expect(page.locator('[data-status="APPROVED"]')).toBeVisible()
        expect(await merchant.charges(action.transaction_id)).toHaveLength(1)
      },
    )

    // Without script a button goes on.
    if (javaScriptEnabled)
      test('a fingerprint on our own page is over as soon as the bank has seen the browser', async ({
        page,
        demo,
        merchant,
      }) => {
        const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' }
        const { session_id } = await merchant.startFingerprint({ metadata })
        const asked = page.waitForRequest(/\/simulators\/three-ds\/method$/)
        const wentOn = page.waitForResponse(/\/continue$/)
        await page.goto(`${demo.base_url}/three-ds/${session_id}/challenge-return`)
        const [method, next] = [await asked, (await wentOn).request()]
        expect(next.timing().startTime - method.timing().startTime).toBeLessThan(4_000)
        await expect(new Bank(page).heading).toBeVisible()
      })

    test(
      'a form for the provider goes on to where it belongs',
      fullUnless(!javaScriptEnabled),
      async ({ page, site, merchant }) => {
        const simulate_form_submit = JSON.stringify({ url: `${site.origin}/provider`, data: { submit: 'x' } })
        const bank = await goToBank(page, site, await merchant.startChallenge({ metadata: { simulate_form_submit } }))
        await bank.choose('Y')
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
        await page.waitForURL(`${site.origin}/provider`)
      },
    )
  })
}

test.describe('an address of no payment', () => {
  test.use({ expectedNoise: /status of 404/ })

  test('says so', async ({ page, demo }) => {
    await page.goto(`${demo.base_url}/three-ds/unknown/challenge-return`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})
