import type { Locator } from '@playwright/test'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { AT_REST, expect, FULL, fullUnless, test } from '../support/browser-test.ts'
import { HostedPage } from './pages/hosted-page.ts'

test.use(AT_REST)

const SIZES = [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
]

for (const locale of ['en-US', 'bs-BA', 'ro-RO', 'sv-SE']) {
  test(
    `${locale}: the card’s fields and the button that pays are in sight on a phone and on a laptop`,
    fullUnless(locale === 'en-US'),
    async ({ page, demo, merchant }) => {
      const customer = { id: await merchant.createCustomerWithCard() }
      const tokenization = { save_card_for_future_payments: 'ask' }
      const sessions = [await merchant.createSession(), await merchant.createSession({ customer, tokenization })]
      const hosted = new HostedPage(page, demo.base_url)
      for (const viewport of SIZES)
        for (const session of sessions) {
          await page.setViewportSize(viewport)
          await hosted.open(session, locale)
          const fields = page.locator('[data-method]:has(:checked) [data-input]')
          for (const shown of [...(await fields.all()), hosted.payButton])
            await expect(shown).toBeInViewport({ ratio: 1 })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
        }
    },
  )
}

/** So few that they are a list and no box. */
const FEW = ['card', 'walleta-pay-redirect', 'OPEN_BANKING', 'voucher-redirect-psc', 'QR_CODE']

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    const title = 'the button that pays is right below the chosen method, and Tab goes from its fields to it'
    test(title, fullUnless(javaScriptEnabled), async ({ page, demo, merchant }) => {
      const hosted = new HostedPage(page, demo.base_url)
      await page.setViewportSize(SIZES[0]!)
      const terminal_id = await merchant.createTerminal({ payment_methods: FEW })
      await hosted.open(await merchant.createSession({ terminal_id }))
      for (const type of FEW) {
        await hosted.method(type).getByRole('radio').check()
        if (javaScriptEnabled) await expect(hosted.payButton).toBeInViewport({ ratio: 1 })
        const others = await page.locator('[data-method]:not(:has(:checked))').all()
        const [chosen, pay] = [await edgesOf(hosted.method(type)), await edgesOf(hosted.payButton)]
        const between = (await Promise.all(others.map(edgesOf))).filter(
          ({ top }) => top >= chosen.bottom && top < pay.bottom,
        )
        expect([type, between, chosen.bottom <= pay.top]).toEqual([type, [], true])
      }
      await hosted.method('card').getByRole('radio').check()
      await page.locator('#cvc').focus()
      await page.keyboard.press('Tab')
      await expect(hosted.payButton).toBeFocused()
    })
  })
}

test(
  'a terminal that lists all methods has a box of them, and the button is below it',
  FULL,
  async ({ page, demo, merchant }) => {
    const terminal_id = await merchant.createTerminal({ payment_methods: PAYMENT_METHODS })
    const hosted = new HostedPage(page, demo.base_url)
    await page.setViewportSize(SIZES[0]!)
    await hosted.open(await merchant.createSession({ terminal_id }))
    await expect(hosted.payButton).toBeInViewport({ ratio: 1 })
    await hosted.method('voucher-redirect-psc').getByRole('radio').check()
    const [box, pay] = [await edgesOf(page.locator('.methods-box')), await edgesOf(hosted.payButton)]
    expect(pay.top).toBeGreaterThan(box.bottom)
  },
)

async function edgesOf(element: Locator): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await element.boundingBox())!
  return { top: Math.round(y), bottom: Math.round(y + height) }
}
