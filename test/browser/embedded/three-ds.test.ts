import type { Request } from '@playwright/test'
import { expect, FULL, fullUnless, test } from '../../support/browser-test.ts'
import type { Outcome } from '../pages/bank.ts'
import { EmbeddedShop } from '../pages/embedded-shop.ts'
import { pressEscape } from '../pages/keyboard.ts'

type Stage = Parameters<typeof EmbeddedShop.open>[0]

/** Opens a shop whose session meets this 3-D Secure flow, and types a card. */
function openShop(stage: Stage, flow: string, more: object = {}): Promise<EmbeddedShop> {
  return EmbeddedShop.open(stage, { metadata: { simulated_flow: `VERSIONING_${flow}`, ...more } })
}

const CHALLENGE = 'FINGERPRINT_N_CHALLENGE'

const OUTCOMES: readonly [Outcome, string, boolean][] = [
  ['Y', 'APPROVED', true],
  ['A', 'APPROVED', true],
  ['N', 'DECLINED', false],
  ['U', 'DECLINED', false],
  ['R', 'DECLINED', false],
]

for (const [outcome, status, approved] of OUTCOMES) {
  test(
    `a challenge answered with ${outcome} ends as ${status}`,
    fullUnless(outcome === 'N'),
    async ({ page, site, demo, merchant }) => {
      const shop = await openShop({ page, site, demo, merchant }, CHALLENGE)
      await shop.pay()
      await shop.bank.choose(outcome)
      const { response } = await shop.answer()
      expect(response).toMatchObject({ approved, status })
      await expect(shop.dialog).toHaveCount(0)
      expect(await merchant.statusOf(response!.transaction_id)).toBe(status)
    },
  )
}

test('a payment goes on automatically as soon as the bank has seen the browser, well before its five seconds', async ({
  page,
  site,
  demo,
  merchant,
}) => {
  const shop = await openShop({ page, site, demo, merchant }, 'FINGERPRINT_Y_CHALLENGE')
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await shop.pay()
  await shop.bank.choose('Y')
  expect((await shop.answer()).response).toMatchObject({ approved: true })
  // By the browser's own clock: this process hears of requests when it has the time.
  const startOf = (path: string) => requests.find((request) => request.url().endsWith(path))!.timing().startTime
  expect(startOf('/continue')).toBeGreaterThan(startOf('/method-notification'))
  expect(startOf('/continue') - startOf('/simulators/three-ds/method')).toBeLessThan(4000)
})

for (const [flow, status] of [
  ['FINGERPRINT_A_FRICTIONLESS', 'APPROVED'],
  ['FINGERPRINT_N_FRICTIONLESS', 'DECLINED'],
]) {
  test(`${flow} ends as ${status} without a window`, FULL, async ({ page, site, demo, merchant }) => {
    const shop = await openShop({ page, site, demo, merchant }, flow!)
    expect((await shop.try()).response).toMatchObject({ status })
  })
}

for (const way of ['button', 'Escape', 'bank'] as const) {
  test(
    `a cancel by ${way} ends the transaction as CANCELED and gives the focus back`,
    FULL,
    async ({ page, site, demo, merchant }) => {
      const shop = await openShop({ page, site, demo, merchant }, CHALLENGE)
      await shop.pay()
      await expect(shop.bank.heading).toBeVisible()
      const cancel = shop.dialog.getByRole('button', { name: 'Cancel' })
      if (way === 'button') await cancel.click()
      if (way === 'bank') await shop.bank.choose('cancel')
      if (way === 'Escape') await pressEscape(page, cancel, shop.dialog)
      const { response, error } = await shop.answer()
      expect(response).toMatchObject({ approved: false, status: 'CANCELED', processing_code: '1003' })
      expect(error?.code).toBe('canceled')
      await expect(page.locator('#pay')).toBeFocused()
      expect(await page.locator('[inert]').count()).toBe(0)
    },
  )
}

test(
  'after a decline the same form pays with a second round of 3-D Secure',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = await openShop({ page, site, demo, merchant }, CHALLENGE)
    await shop.pay()
    await shop.bank.choose('N')
    const first = await shop.answer()
    await shop.type()
    await shop.pay()
    await shop.bank.choose('Y')
    const second = await shop.answer(1)
    expect(first.response?.status).toBe('DECLINED')
    expect(second.response?.status).toBe('APPROVED')
    expect(second.response?.transaction_id).not.toBe(first.response?.transaction_id)
  },
)

test('a new payment while a challenge is pending cancels that one', FULL, async ({ page, site, demo, merchant }) => {
  const shop = await openShop({ page, site, demo, merchant }, CHALLENGE)
  await shop.pay()
  await expect(shop.bank.heading).toBeVisible()
  await page.evaluate("document.querySelector('#pay').onclick()")
  const first = await shop.answer()
  expect(first.error?.code).toBe('canceled')
  await shop.bank.choose('Y')
  const second = await shop.answer(1)
  expect(second.response?.status).toBe('APPROVED')
  expect(await merchant.statusOf(first.response!.transaction_id)).toBe('CANCELED')
})

test(
  'a second submit while the first is in progress is refused and creates nothing',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = await openShop({ page, site, demo, merchant }, 'NOT_ENROLLED', { simulate_delay_ms: 800 })
    await page.evaluate("document.querySelector('#pay').onclick(); document.querySelector('#pay').onclick()")
    expect((await shop.answer()).error?.code).toBe('already_submitting')
    const { response } = await shop.answer(1)
    expect(response?.status).toBe('APPROVED')
    expect(await merchant.charges(response!.transaction_id)).toHaveLength(1)
  },
)

test(
  'the window is a named dialog that keeps the focus, with the way to the bank in full',
  FULL,
  async ({ page, site, demo, merchant }) => {
    const shop = await openShop({ page, site, demo, merchant }, CHALLENGE)
    await shop.pay()
    await expect(shop.bank.heading).toBeVisible()
    const { dialog } = shop
    await expect(dialog).toHaveAttribute('aria-modal', 'true')
    await expect(dialog).toHaveAccessibleName('Your bank wants to check that it is you')
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate("document.activeElement.closest('div[popover]') !== null")).toBe(true)
    }
    const way = dialog.getByRole('link', { name: 'Open your bank’s page in full' })
    await expect(dialog.locator('.forward')).toHaveCount(0)
    await expect(dialog.locator('.forward')).toBeVisible()
    await way.click()
    await page.waitForURL(/\/simulators\/three-ds\/challenge/)
    await page.locator('[data-outcome="Y"]').click()
    await page.waitForURL(`${site.origin}/`)
  },
)

for (const [width, height, size] of [
  [1280, 900, '03'],
  [1280, 700, '04'],
  [500, 700, '02'],
  [400, 800, '05'],
] as const) {
  test(
    `a page of ${width}×${height} asks the bank for window size ${size}`,
    FULL,
    async ({ page, site, demo, merchant }) => {
      await page.setViewportSize({ width, height })
      const shop = await openShop({ page, site, demo, merchant }, CHALLENGE)
      const asked = page.waitForRequest((request) => request.url().endsWith('/simulators/three-ds/challenge'))
      await shop.pay()
      const creq = new URLSearchParams((await asked).postData() ?? '').get('creq') ?? ''
      expect(JSON.parse(Buffer.from(creq, 'base64url').toString())).toMatchObject({ challengeWindowSize: size })
      await expect(shop.dialog).toHaveAttribute('data-size', size)
    },
  )
}
