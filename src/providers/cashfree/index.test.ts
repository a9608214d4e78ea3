import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge } from '#providers/port/provider.ts'
import { credentialsWith, openCashfreeSandbox } from '#test/cashfree-sandbox/index.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { distortAnswers } from '#test/provider-sandbox/distorted-answers.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { createCashfree } from './index.ts'

const REPEATING = {
  amount: ['order_amount', 'payment_amount', 'refund_amount', 'transfer_amount'],
  currency: ['order_currency', 'payment_currency', 'refund_currency'],
}
const INSTRUMENT = { kind: 'redirect', method: 'UPI', payer: null } as const
const account = accountOn('cashfree')
const customer = { ...chargeOf(account, {}).customer, phone: '+919876543210' }

let sandbox: Awaited<ReturnType<typeof openCashfreeSandbox>>

beforeAll(async () => {
  sandbox = await openCashfreeSandbox()
})
afterAll(async () => {
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

test('a wrong request is refused', async () => {
  const strict = await openCashfreeSandbox()
  const { client_id, client_secret } = strict.keys
  const headers = { 'x-client-id': client_id, 'x-client-secret': client_secret }
  const body = JSON.stringify({ link_id: 'att_1', link_amount: '10.00', link_currency: 'INR' })
  const link = `${strict.origin}/pg/links`
  expect((await fetch(`${link}/att_1`)).status).toBe(401)
  expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(400)
  expect(strict.complaints.join('\n')).toContain('/link_amount must be number')
  await strict.close()
})

describeProvider('Cashfree', ['disputes', 'reversible-follow-ups'], async () => ({
  provider: createCashfree({ realm: 'uat', origin: sandbox.origin }),
  account,
  credentials: sandbox.credentials,
  wrongCredentials: credentialsWith({ client_secret: 'cfsk_ma_test_fedcba9876543210_wrong' }),
  instrument: INSTRUMENT,
  terms: { transactionType: 'PAYMENT', money: { amount: 123_456n, currency: 'INR' }, customer },
  payAsShopper: async ({ attemptId }: Charge) => sandbox.pay(attemptId),
  approving: {},
  charging: { reference: 'silence-after' },
  losing: { reference: 'silence' },
  netCharges: sandbox.netCharges,
  noticesOf: sandbox.noticesOf,
  keepsFollowUps: true,
  repeats: ['amount', 'currency'],
  mistake: (mistake) => distortAnswers(REPEATING, mistake),
}))
