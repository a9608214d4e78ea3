import { expect, FULL, test } from '#test/browser-test.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { newMerchant, routeCards, signIn } from './merchant-team.ts'

interface Action {
  readonly transaction_id: string
  readonly session_id: string
  readonly payment_data: string
}

/** Each step with its code, and its time. */
const STEPS = `[...document.querySelectorAll('[data-step]')].map((step) => ({
  words: [step.dataset.step, step.dataset.code].filter(Boolean).join(' '),
  at: step.querySelector('time').dateTime,
}))`

/** Goes through fingerprint and challenge. @returns what comes after them */
async function authenticate(merchant: TestMerchant, { session_id, payment_data }: Action) {
  const path = `/api/transactions/three-ds/${session_id}/request-authentication`
  const asked = await merchant.call('POST', path, { body: { fingerprint_result: btoa('N'), payment_data } })
  const challenge: Action = asked.body.action
  const body = { payment_data: challenge.payment_data, session_id: challenge.session_id, trans_status: 'Y' }
  return (await merchant.call('POST', '/api/transactions/three-ds/authentication-completed', { body })).body
}

test(
  'the timeline shows both accounts with their 3-D Secure, in order and with the times of the API',
  FULL,
  async ({ page, context, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    const receiver = await openWebhookReceiver(() => ({ status: 200 }))
    try {
      await routeCards(
        { demo, sql },
        merchant,
        { response_code: 'TRX_STATUS_DECLINED' },
        { response_code: 'TRX_STATUS_APPROVED' },
      )
      await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
      const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }
      const first: Action = (await merchant.authorize({ metadata })).body.action
      const { action: second } = await authenticate(merchant, first)
      const { result } = await authenticate(merchant, second)
      expect(result.status).toBe('APPROVED')

      await signIn(context, { demo, sql }, 'support', merchant.merchantId)
      await expect(async () => {
        await page.goto(`${demo.base_url}/dashboard/transactions/${result.id}`)
        await expect(page.locator('[data-step="delivery"]')).toBeVisible({ timeout: 1000 })
      }).toPass()
      const authenticated = ['fingerprint', 'challenge', 'authentication Y']
      const shown = await page.evaluate<{ words: string; at: string }[]>(STEPS)
      expect(shown.map(({ words }) => words)).toEqual([
        ...['created', ...authenticated, 'attempt 1000', 'retry 1000', ...authenticated, 'attempt 0000'],
        ...['finished 0000', 'event', 'delivery 200'],
      ])
      const { items } = (await merchant.call('GET', `/api/transactions/${result.id}/timeline`)).body
      expect(shown.map(({ at }) => at)).toEqual(items.map(({ at }: { at: string }) => at))
    } finally {
      await receiver.close()
    }
  },
)
