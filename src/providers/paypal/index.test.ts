import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptOf, callOn } from '#provider/contract/test-charges.ts'
import type { Charge, Provider } from '#providers/port/provider.ts'
import { credentialsWith, openPayPalSandbox } from '#test/paypal-sandbox/index.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { distortAnswers } from '#test/provider-sandbox/distorted-answers.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { createPayPal } from './index.ts'
import { disputeReportOf } from './translate/dispute.ts'

const REPEATING = { amount: ['value'], currency: ['currency_code'], attempt: ['custom_id'] }
const INSTRUMENT = { kind: 'redirect', method: 'WALLETS', payer: null } as const
const account = accountOn('paypal')

let sandbox: Awaited<ReturnType<typeof openPayPalSandbox>>
let provider: Provider

beforeAll(async () => {
  sandbox = await openPayPalSandbox()
  provider = createPayPal({ realm: 'uat', origin: sandbox.origin })
})
afterAll(async () => {
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

test('a wrong request is refused', async () => {
  const strict = await openPayPalSandbox()
  const headers = { authorization: `Basic ${Buffer.from('wrong:keys').toString('base64')}` }
  expect((await fetch(`${strict.origin}/v1/oauth2/token`, { method: 'POST', headers })).status).toBe(401)
  expect((await fetch(`${strict.origin}/v2/checkout/orders/1`)).status).toBe(401)
  const keys = Object.values(credentialsWith({})).map((credential) => credential!.current.reveal())
  const basic = `Basic ${Buffer.from(`${keys[0]}:${keys[1]}`).toString('base64')}`
  const token = await fetch(`${strict.origin}/v1/oauth2/token`, { method: 'POST', headers: { authorization: basic } })
  const { access_token } = (await token.json()) as { access_token: string }
  const wrong = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: 12.34 } }] }
  const answer = await fetch(`${strict.origin}/v2/checkout/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify(wrong),
  })
  expect(answer.status).toBe(422)
  expect(strict.complaints[0]).toContain('asked wrongly')
  await strict.close()
})

/** The payer agrees and comes back, which makes the gateway ask. */
async function payAsShopper(charge: Charge): Promise<void> {
  sandbox.approve(charge.attemptId)
  const attempt = { ...attemptOf(charge), providerReference: sandbox.orderIdOf(charge.attemptId) }
  await provider.inquire(callOn(account, sandbox.credentials), attempt)
}

describeProvider('PayPal', ['reversible-follow-ups'], async () => ({
  provider,
  account,
  credentials: sandbox.credentials,
  wrongCredentials: credentialsWith({ client_secret: 'Ewrong-secret-of-forty-characters-or-more-1' }),
  instrument: INSTRUMENT,
  terms: { transactionType: 'PAYMENT' },
  payAsShopper,
  approving: {},
  charging: { reference: 'silence-after' },
  losing: { reference: 'silence' },
  netCharges: sandbox.netCharges,
  noticesOf: sandbox.noticesOf,
  keepsFollowUps: true,
  repeats: ['amount', 'currency', 'attempt'],
  mistake: (mistake) => distortAnswers(REPEATING, mistake),
  strangeDispute({ code, due, movements }) {
    const time = new Date(due)
    const amount = { currency_code: 'USD', value: '3.30' }
    const movement = (_: unknown, index: number) => ({
      ...{ affected_party: 'SELLER', type: 'DEBIT', amount, initiated_time: String(index) },
    })
    const dispute = {
      ...{ status: 'OPEN', dispute_life_cycle_stage: 'CHARGEBACK', dispute_amount: amount, external_reason_code: code },
      seller_response_due_date: Number.isNaN(time.getTime()) ? '' : time.toISOString(),
      money_movements: Array.from({ length: movements }, movement),
    }
    return disputeReportOf(dispute, 'att_1')
  },
}))
