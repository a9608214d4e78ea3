import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { AT_REST, expect, FULL, test } from '../../support/browser-test.ts'
import { NOT_ENROLLED, type TestMerchant } from '../../support/test-merchant.ts'
import { newPerson } from '../../support/visitor.ts'
import { Dashboard } from '../pages/dashboard.ts'
import { newMerchant, payTimes, signIn } from './merchant-team.ts'

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>'

/** Every page about payments and money; `:id` is a payment's. */
const PAGES = [
  '',
  '/transactions',
  '/transactions?q=nothing-like-it',
  '/transactions?from=never&amount=x',
  '/transactions/:id',
  '/transactions/:id/refund',
  '/balances',
  '/settlements',
  '/analytics',
  '/sessions',
  '/sessions/:session',
  '/customers',
  '/team',
  '/try',
]

test.use(AT_REST)

const WIDTHS = [1280, 1024, 768, 390, 320]

/** A payment of each status beside the approved one. */
const ENDS = ['DECLINED', 'FAILED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING'].map((status) => ({
  response_code: `TRX_STATUS_${status}`,
}))

async function hostilePayment(merchant: TestMerchant): Promise<string> {
  const order = {
    description: HOSTILE,
    customer: { first_name: HOSTILE },
    metadata: { ...NOT_ENROLLED, note: HOSTILE },
  }
  return (await merchant.authorize(order)).body.result.id
}

async function hostileSession({ call, terminalId }: TestMerchant): Promise<string> {
  const order = {
    terminal_id: terminalId,
    reference: HOSTILE.slice(0, 40),
    description: HOSTILE,
    metadata: { note: HOSTILE },
  }
  const terms = { currency: 'EUR', amount: 1250, transaction_type: 'PURCHASE', return_url: 'https://shop.example' }
  return (await call('POST', '/api/sessions', { body: { ...order, ...terms } })).body.id
}

for (const path of PAGES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `/dashboard${path} is accessible, ${colorScheme}, fits phones, and runs no text from outside`,
      FULL,
      async ({ page, context, demo, sql }) => {
        const merchant = await newMerchant({ demo, sql })
        const id = await hostilePayment(merchant)
        const session = await hostileSession(merchant)
        await payTimes(merchant, ENDS.length, (index) => ({ metadata: { ...NOT_ENROLLED, ...ENDS[index] } }))
        await merchant.call('POST', '/api/customers', { body: { first_name: HOSTILE } })
        await newPerson({ sql }, 'support', merchant.merchantId)
        await signIn(context, { demo, sql }, 'owner', merchant.merchantId)
        const alerts: string[] = []
        page.on('dialog', (dialog) => {
          alerts.push(dialog.message())
          void dialog.dismiss()
        })
        await page.emulateMedia({ colorScheme })
        await page.goto(`${demo.base_url}/dashboard${path.replace(':id', id).replace(':session', session)}`)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id: rule, nodes }) => [rule, ...nodes.map(({ html }) => html)])).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
          expect(await outside(page)).toEqual([])
        }
        expect(alerts).toEqual([])
      },
    )
  }
}

/** Values of the first row that stand outside the window, or are cut off. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('[data-list] [data-id]:first-child [data-field]')]
      .filter((field) => {
        const { left, right, width } = field.getBoundingClientRect()
        const isEmpty = field.textContent.trim() === ''
        return left < 0 || right > innerWidth || (width === 0 && !isEmpty)
      })
      .map((field) => field.dataset.field)`)
}

test('arrow keys go through a chart and say what it shows', FULL, async ({ page, demo, merchant, sql }) => {
  await merchant.pay()
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  const chart = page.locator('[data-chart="outcomes"]')
  await expect(async () => {
    await dashboard.open('/analytics')
    await expect(chart).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  const first = chart.locator('[data-tip]').first()
  await first.focus()
  await expect(first).toBeFocused()
  const tip = await first.getAttribute('data-tip')
  await expect(chart.locator('[data-tip-text]')).toHaveText(tip!)
  await page.keyboard.press('End')
  await expect(chart.locator('[data-tip]').last()).toBeFocused()
  await expect(chart.locator('[data-tip-text]')).toHaveText(
    (await chart.locator('[data-tip]').last().getAttribute('data-tip'))!,
  )
})

test('a test payment is paid on the hosted page and lands on its record', FULL, async ({ page, demo, sql }) => {
  const dashboard = await Dashboard.signedIn({ page, demo, sql })
  await dashboard.open('/try')
  await dashboard.action('pay').click()
  await page.locator('[autocomplete="cc-number"]').fill('4111111111111111')
  await page.locator('[autocomplete="cc-exp"]').fill(`12 / ${String(new Date().getUTCFullYear() + 3).slice(-2)}`)
  await page.locator('#cvc').fill('123')
  await page.locator('[data-action="pay"]').click()
  await expect(dashboard.is('transaction')).toBeVisible()
  await expect(dashboard.field('sentence')).toContainText('Paid.')
})
