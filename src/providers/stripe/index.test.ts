import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Provider } from '#providers/port/provider.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { distortAnswers } from '#test/provider-sandbox/distorted-answers.ts'
import { CREDENTIALS, credentialsOf, stripeAccount } from '#test/stripe-sandbox/account.ts'
import { openStripeSandbox, SECRET_KEY, type StripeSandbox, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { createStripe } from './index.ts'
import { disputeReportOf } from './translate/dispute.ts'

const REPEATING = { amount: ['amount', 'amount_received'], currency: ['currency'], attempt: ['attempt_id'] }

let sandbox: StripeSandbox
let stripe: Provider
beforeAll(async () => {
  sandbox = await openStripeSandbox()
  stripe = createStripe({ realm: 'uat', origin: sandbox.origin })
})
afterAll(() => sandbox.close())

test('the sandbox refuses what its definition does not know, as Stripe would', async () => {
  const body = new URLSearchParams({ amount: '100', currency: 'eur', colour: 'red' })
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const answer = await fetch(`${sandbox.origin}/v1/payment_intents`, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(sandbox.complaints).toHaveLength(1)
  expect(sandbox.book.intents.size).toBe(0)
})

describeProvider('Stripe', ['reversible-follow-ups'], async () => ({
  provider: stripe,
  account: stripeAccount(),
  credentials: CREDENTIALS,
  wrongCredentials: credentialsOf({ secret_key: 'sk_test_0000000000000000', webhook_secret: WEBHOOK_SECRET }),
  approving: {},
  charging: { reference: 'fault=confirm:late-silence' },
  losing: { reference: 'fault=create:silence fault=refund:silence' },
  netCharges: async (attemptId) => sandbox.book.netOf(attemptId),
  noticesOf: async (attemptId) =>
    sandbox.events.all
      .filter((event) => event.attemptId === attemptId)
      .map(({ text }) => ({
        body: Buffer.from(text),
        header: (name) => (name === 'stripe-signature' ? sandbox.events.sign(text) : undefined),
      })),
  keepsFollowUps: true,
  repeats: ['amount', 'currency', 'attempt'],
  mistake: (mistake) => distortAnswers(REPEATING, mistake),
  strangeDispute: ({ code, due, movements }) =>
    disputeReportOf({
      ...{
        status: 'needs_response',
        amount: 1,
        currency: 'eur',
        payment_intent: { metadata: { attempt_id: 'att_1' } },
      },
      payment_method_details: { card: { network_reason_code: code } },
      evidence_details: { due_by: due / 1000 },
      balance_transactions: Array.from({ length: movements }, (_, id) => ({
        id: `txn_${id}`,
        amount: -1,
        currency: 'eur',
      })),
    }),
}))

test('the definition had nothing else against what was asked and answered', () => {
  expect(sandbox.complaints).toHaveLength(1)
})
