// @module-tag full
import { afterAll, beforeAll } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { distortAnswers } from '#test/provider-sandbox/distorted-answers.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { openTemplateSandbox } from '#test/template-sandbox/index.ts'
import { describeProvider } from '../test/provider-contract.ts'
import { createTemplate } from './index.ts'

const REPEATING = { amount: ['amount'], currency: ['currency'], attempt: ['attempt'] }

let sandbox: Awaited<ReturnType<typeof openTemplateSandbox>>

beforeAll(async () => {
  sandbox = await openTemplateSandbox()
})
afterAll(() => sandbox.close())

describeProvider('Template', ['disputes'], async () => ({
  provider: createTemplate({ realm: 'uat', origin: sandbox.origin }),
  account: accountOn('template'),
  credentials: sandbox.credentials,
  wrongCredentials: { secret_key: { current: new Secret('sk_test_another_key'), previous: null } },
  approving: {},
  charging: { reference: 'silence-after' },
  losing: { reference: 'silence' },
  netCharges: sandbox.netCharges,
  noticesOf: sandbox.noticesOf,
  repeats: ['amount', 'currency', 'attempt'],
  mistake: (mistake) => distortAnswers(REPEATING, mistake),
}))
