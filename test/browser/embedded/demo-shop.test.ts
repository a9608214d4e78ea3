import { AxeBuilder } from '@axe-core/playwright'
import { AT_REST, expect, FULL, test } from '../../support/browser-test.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'
import { Result } from '../pages/result.ts'

test.use(AT_REST)

// Buttons are pressed by key: right after a page has scrolled, a browser may still hand a click to the frame that was
// there.

const FLOW = 'simulated_flow=VERSIONING_FINGERPRINT_N_CHALLENGE'

test('the demo shop takes a card in its own page, through a challenge, to the result', async ({ page, demo }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(`${demo.shop_url}/embedded?${FLOW}`)
  await shop.type()
  await shop.field('name').fill('Ada Lindqvist')
  await page.locator('[data-action="pay"]').press('Enter')
  await shop.bank.choose('Y')
  await new Result(page).shows('APPROVED')
})

test('after a decline the demo shop’s page says so and takes another payment', FULL, async ({ page, demo }) => {
  const shop = new EmbeddedShop(page, demo)
  await page.goto(`${demo.shop_url}/embedded?${FLOW}`)
  for (const [answer, check] of [
    ['N', () => expect(page.locator('[data-alert]')).toContainText('Your bank said no')],
    ['Y', () => new Result(page).shows('APPROVED')],
  ] as const) {
    await shop.type()
    await shop.field('name').fill('Ada Lindqvist')
    await page.locator('[data-action="pay"]').press('Enter')
    await shop.bank.choose(answer)
    await check()
  }
})

test('a wallet’s button in the demo shop leads to the wallet and back to the result', FULL, async ({ page, demo }) => {
  await page.goto(`${demo.shop_url}/embedded`)
  const wallet = page.locator('[data-wallet="walletb-pay-redirect"]')
  await expect(wallet).toBeEnabled()
  await wallet.press('Enter')
  await page.locator('[data-outcome="APPROVED"]').click()
  await new Result(page).shows('APPROVED')
})

test('the demo shop’s hosted checkout leads to the gateway’s page', FULL, async ({ page, demo }) => {
  await page.goto(`${demo.shop_url}/hosted`)
  expect(page.url()).toContain(`${demo.base_url}/hosted-payment-page/`)
})

test(
  'the demo shop’s embedded checkout has no accessibility violations, in light and dark',
  FULL,
  async ({ page, demo }) => {
    await page.goto(`${demo.shop_url}/embedded`)
    await expect(page.locator('[data-action="pay"]')).toBeEnabled()
    expect(violationsOf(await new AxeBuilder({ page }).analyze())).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // Inside a transparent frame axe cannot see the shop's ground, so in the dark it stays outside.
    const outside = new AxeBuilder({ page }).exclude('embedded-fields-card')
    expect(violationsOf(await outside.analyze())).toEqual([])
  },
)

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) {
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}
