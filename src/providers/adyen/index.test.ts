import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import type { Provider } from '#providers/port/provider.ts'
import { openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { CREDENTIALS, newAccount } from '#test/adyen-sandbox/merchant.ts'
import { describeProvider } from '#test/provider-contract.ts'
import { distortAnswers } from '#test/provider-sandbox/distorted-answers.ts'
import { createAdyen } from './index.ts'
import { disputeReportOf } from './translate/dispute.ts'

let sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>
let provider: Provider

beforeAll(async () => {
  sandbox = await openAdyenSandbox()
  provider = createAdyen({ realm: 'uat', origin: sandbox.origin })
})
afterAll(() => sandbox.close())

test('its definition refuses a wrong request, so that it is no mute judge', async () => {
  const strict = await openAdyenSandbox()
  const body = JSON.stringify({ merchantAccount: 'M', reference: 'att_1', amount: { value: '10', currency: 'EUR' } })
  const answer = await fetch(`${strict.origin}/v72/payments`, { method: 'POST', body })
  expect(answer.status).toBe(422)
  expect(strict.complaints()).toContain('POST /v72/payments was asked wrongly: /amount/value must be integer')
  await strict.close()
})

const wrongCredentials = { ...CREDENTIALS, api_key: { current: new Secret('AQEsomebody-elses-key-x'), previous: null } }

/** Orders by attempt: of a follow-up's request to Adyen, only its ID is ours to choose. */
const ordering = (): Provider => ({
  ...provider,
  followUp(call, followUp) {
    sandbox.order(followUp.attemptId, followUp.reference.split('.')[1] ?? '')
    return provider.followUp(call, followUp)
  },
})

const common = () => ({
  provider: ordering(),
  account: newAccount(),
  credentials: CREDENTIALS,
  wrongCredentials,
  approving: {},
  charging: { reference: 'ord_1.silence' },
  losing: { reference: 'ord_1.lost' },
  netCharges: sandbox.netCharges,
  noticesOf: sandbox.noticesOf,
  keepsFollowUps: true as const,
})

const REPEATING = { amount: ['value'], currency: ['currency'], attempt: ['merchantReference'] }

describeProvider('Adyen, of a card', ['reversible-follow-ups'], async () => ({
  ...common(),
  repeats: ['amount', 'currency', 'attempt'],
  mistake: (mistake) => distortAnswers(REPEATING, mistake),
  strangeDispute({ code, due, movements }) {
    const time = new Date(due)
    const notice = {
      ...{
        pspReference: 'P1',
        eventCode: 'CHARGEBACK',
        success: 'true',
        'amount.value': '1',
        'amount.currency': 'EUR',
      },
      'additionalData.chargebackReasonCode': code,
      'additionalData.defensePeriodEndsAt': Number.isNaN(time.getTime()) ? '' : time.toISOString(),
    }
    return disputeReportOf(
      Array.from({ length: movements }, () => notice),
      'P1',
      'att_1',
    )
  },
}))

describeProvider('Adyen, of a page', ['repeats', 'disputes', 'reversible-follow-ups'], async () => ({
  ...common(),
  instrument: { kind: 'redirect', method: 'OPEN_BANKING', payer: null },
  terms: { transactionType: 'PAYMENT' },
  payAsShopper: async ({ attemptId }) => sandbox.useLink(attemptId, 'pay'),
}))

describe('Afterwards', () => {
  test('the definitions have nothing against what was asked, answered and reported', () => {
    expect(sandbox.requests.length).toBeGreaterThan(100)
    expect(sandbox.notices.sent.length).toBeGreaterThan(50)
    expect(sandbox.complaints()).toEqual([])
  })
})
