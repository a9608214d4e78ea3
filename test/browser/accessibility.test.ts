import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { MerchantServer } from '../support/browser-merchant.ts'
import { challengeForm } from '../support/browser-merchant.ts'
import { linkingPage, type Site } from '../support/browser-site.ts'
import { AT_REST, expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { Bank } from './pages/bank.ts'
import { Checkout, type OptionPath } from './pages/checkout.ts'
import { pressEscape, tabTo } from './pages/keyboard.ts'
import { Provider } from './pages/provider.ts'
import { Result } from './pages/result.ts'

interface Stage {
  readonly page: Page
  readonly site: Site
  readonly merchant: MerchantServer
  readonly shopUrl: string
  readonly baseUrl: string
}

const WITHOUT_FINGERPRINT = 'VERSIONING_FINGERPRINT_N_CHALLENGE'

/** How to get to each page that people see, and what is there once it stands. */
const PAGES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'the front page': async ({ page, shopUrl }) => {
    await page.goto(shopUrl)
    await page.getByRole('button', { name: 'Add Guji Highland to the basket' }).click()
  },
  'the checkout': ({ page, shopUrl }) => new Checkout(page).open(shopUrl),
  'the checkout with a mistake': async ({ page, shopUrl }) => {
    await new Checkout(page).open(shopUrl)
    await page.getByLabel('Card number').fill('4111')
    await new Checkout(page).payButton.click()
    await expect(page.locator('#number-problem')).not.toBeEmpty()
  },
  'the checkout with the challenge in its window': async ({ page, shopUrl }) => {
    const checkout = new Checkout(page)
    await checkout.open(shopUrl)
    await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge: 'frame' })
    await expect(checkout.bank('frame').heading).toBeVisible()
  },
  'the checkout with a saved card': async ({ page, shopUrl }) => {
    await new Checkout(page).saveCard(shopUrl)
    await new Result(page).shows('APPROVED')
    await new Checkout(page).open(shopUrl, '/saved-card')
    await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible()
  },
  'the checkout without saved cards': ({ page, shopUrl }) => new Checkout(page).open(shopUrl, '/saved-card'),
  'the checkout with a wallet': ({ page, shopUrl }) => new Checkout(page).open(shopUrl, '/walleta-pay'),
  'the wallet’s sheet': ({ page, shopUrl }) => page.goto(`${shopUrl}/wallet-a`).then(() => undefined),
  'the checkout with a card of the wallet': async ({ page, shopUrl }) => {
    await new Checkout(page).open(shopUrl, '/walleta-pay')
    await new Checkout(page).useWallet('PAN_ONLY')
  },
  'the checkout with a wallet’s page': ({ page, shopUrl }) => new Checkout(page).open(shopUrl, '/walletb-pay-redirect'),
  'the checkout with a voucher': ({ page, shopUrl }) => new Checkout(page).open(shopUrl, '/voucher'),
  'the first wallet’s page': (stage) => goToProvider(stage, '/walleta-pay-redirect'),
  'the second wallet’s page': (stage) => goToProvider(stage, '/walletb-pay-redirect'),
  'the voucher’s page': (stage) => goToProvider(stage, '/voucher'),
  'a result that waits': async (stage) => {
    await goToProvider(stage, '/voucher')
    await new Provider(stage.page).choose('PENDING')
    await expect(new Result(stage.page).fact('Status')).toHaveText('PENDING')
  },
  'the result': async ({ page, shopUrl }) => {
    await new Checkout(page).open(shopUrl)
    await new Checkout(page).pay({ flow: 'VERSIONING_NOT_ENROLLED' })
    await new Result(page).shows('APPROVED')
  },
  'the bank’s page': async (stage) => {
    await goToBank(stage)
    await expect(new Bank(stage.page).heading).toBeVisible()
  },
  'the outcome': async (stage) => {
    await goToBank(stage)
    await new Bank(stage.page).choose('N')
    await expect(stage.page.locator('[data-status="DECLINED"]')).toBeVisible()
  },
  'a fingerprint on our own page': async ({ page, merchant, baseUrl }) => {
    // It goes on automatically, before a test could look at it.
    await page.route(/\/continue$/, (route) => route.fulfill({ status: 204 }))
    const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' }
    const { session_id } = await merchant.startFingerprint({ metadata })
    await page.goto(`${baseUrl}/three-ds/${session_id}/challenge-return`)
    await expect(page.getByRole('heading', { name: 'Checking with your bank' })).toBeVisible()
  },
  'a message': async ({ page, baseUrl }) => {
    await page.goto(`${baseUrl}/three-ds/unknown/challenge-return`)
  },
}

async function goToProvider({ page, shopUrl }: Stage, option: OptionPath): Promise<void> {
  await new Checkout(page).open(shopUrl, option)
  await new Checkout(page).payButton.click()
  await expect(new Provider(page).button('APPROVED')).toBeVisible()
}

async function goToBank({ page, site, merchant }: Stage): Promise<void> {
  await page.goto(site.show(linkingPage(challengeForm(await merchant.startChallenge()))))
  await page.getByRole('button').click()
}

/** The pages that a shopper works on. */
const REPRESENTATIVE = new Set(['the checkout with a mistake'])

test.use({ ...AT_REST, expectedNoise: /status of 404/ })

for (const [name, open] of Object.entries(PAGES)) {
  test(
    `${name} has no accessibility violations, in light and dark, and fits at 400 % zoom`,
    fullUnless(REPRESENTATIVE.has(name)),
    async ({ page, site, merchant, demo }) => {
      await open({ page, site, merchant, shopUrl: demo.shop_url, baseUrl: demo.base_url })
      expect(violationsOf(await new AxeBuilder({ page }).analyze())).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(violationsOf(await new AxeBuilder({ page }).withRules('color-contrast').analyze())).toEqual([])
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    },
  )
}

test(
  'reduced motion changes colors immediately, and turns the wheel slowly',
  FULL,
  async ({ page, site, merchant, demo }) => {
    const stage = { page, site, merchant, shopUrl: demo.shop_url, baseUrl: demo.base_url }
    const styleOf = (selector: string) => `getComputedStyle(document.querySelector('${selector}'))`
    await goToProvider(stage, '/voucher')
    expect(await page.evaluate(`${styleOf('.button')}.transitionDuration`)).toBe('0s')
    await PAGES['a fingerprint on our own page']!(stage)
    expect(await page.evaluate(`${styleOf('.spinner')}.animationDuration`)).toBe('4s')
  },
)

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) {
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}

for (const outcome of ['Y', 'A'] as const) {
  test(
    `the smallest bank frame shows the preset ${outcome} in full, focused`,
    FULL,
    async ({ page, site, merchant }) => {
      await page.setViewportSize({ width: 250, height: 400 })
      const metadata = { authentication_simulator: { transStatus: outcome } }
      await page.goto(site.show(linkingPage(challengeForm(await merchant.startChallenge({ metadata })))))
      await page.getByRole('button').click()
      const preset = new Bank(page).button(outcome)
      await expect(preset).toBeFocused()
      await expect(preset).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(250)
    },
  )
}

for (const challenge of ['page', 'frame'] as const) {
  test(
    `the keyboard alone pays through a challenge in a ${challenge}`,
    fullUnless(challenge === 'page'),
    async ({ page, demo }) => {
      const checkout = new Checkout(page)
      await checkout.open(demo.shop_url)
      await tabTo(page, '[name="simulated_flow"]')
      await page.keyboard.type('No fingerprint')
      await tabTo(page, '[name="challenge"]')
      if (challenge === 'frame') await page.keyboard.press('ArrowDown')
      await tabTo(page, '[data-action="pay"]')
      await page.keyboard.press('Enter')
      await expect(checkout.bank(challenge).button('Y')).toBeFocused()
      await page.keyboard.press('Enter')
      await new Result(page).shows('APPROVED')
    },
  )
}

test('Escape in the challenge window gives the focus back to a page that goes on', FULL, async ({ page, demo }) => {
  const checkout = new Checkout(page)
  await checkout.open(demo.shop_url)
  await checkout.pay({ flow: WITHOUT_FINGERPRINT, challenge: 'frame' })
  await expect(checkout.bank('frame').heading).toBeVisible()
  const { dialog } = checkout
  await pressEscape(page, dialog.getByRole('button', { name: 'Cancel', exact: true }), dialog)
  await new Result(page).shows('DECLINED')
})
