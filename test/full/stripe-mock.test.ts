// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardInstrument } from '#domain/instrument.ts'
import { attemptOf, callOn, chargeOf, followUpOf, proofOf } from '#provider/contract/test-charges.ts'
import { callApi } from '#providers/port/call-api.ts'
import * as followUps from '#providers/stripe/translate/follow-ups.ts'
import { apiRequestOf, type StripeRequest } from '#providers/stripe/translate/form.ts'
import * as requests from '#providers/stripe/translate/requests.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/ports.ts'
import { CREDENTIALS, stripeAccount } from '../support/stripe-sandbox/account.ts'

// Stripe's own program judges our requests. It is built from its Go module, so it needs Go and the module proxy.

const STRIPE_MOCK = 'github.com/stripe/stripe-mock@v0.203.0'
const run = promisify(execFile)
const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
)
if (!hasGo)
  console.warn('Skipped: stripe-mock, the judge of our requests to Stripe, needs Go, and there is no go command.')

const account = stripeAccount()
const charge = chargeOf(account, {})
const { card } = charge.instrument as CardInstrument
const asked = attemptOf(charge)
const followUp = followUpOf({ ...charge, transactionType: 'AUTHORIZE' }, 'pi_1')

describe.skipIf(!hasGo)('stripe-mock', () => {
  let directory: string
  let mock: ChildProcess | undefined
  let origin: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tollgate-stripe-mock-'))
    await run('go', ['install', STRIPE_MOCK], { env: { ...process.env, GOBIN: directory } })
    await eventually('stripe-mock answers', 120, async () => {
      if (mock === undefined || mock.exitCode !== null || mock.signalCode !== null) await start()
      return status(requests.LIST_ONE_INTENT).catch(() => null)
    })
  }, 600_000)
  afterAll(async () => {
    mock?.kill()
    await rm(directory, { recursive: true, force: true })
  })

  /** Starts it on other ports than before: it ends if another process has taken one of them meanwhile. */
  async function start(): Promise<void> {
    const [http, https] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
    origin = `http://${http}`
    // Without both addresses it listens on every interface.
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    mock = spawn(join(directory, 'stripe-mock'), ['-http-addr', http, '-https-addr', https], { stdio: [...stdio] })
  }

  const status = async (request: StripeRequest) => {
    const call = callOn(account, CREDENTIALS)
    const api = { origin, requestIdHeader: 'request-id', keptOfAnswers: [] }
    return (await callApi(call, api, apiRequestOf(call, request, 'test')!)).status
  }

  test('refuses a parameter that Stripe does not have, and a request without a key', async () => {
    const request = requests.createIntent(asked)
    expect(await status({ ...request, form: { ...request.form, colour: 'red' } })).toBe(400)
    expect((await fetch(`${origin}/v1/payment_intents`)).status).toBe(401)
  })

  test.each<[string, StripeRequest]>([
    ['the intent of a purchase', requests.createIntent(asked)],
    ['the intent of an authorization', requests.createIntent({ ...asked, operation: 'AUTHORIZE' })],
    ['the descriptor', requests.describeIntent('pi_1', 'att_1', 'LARKSPUR')],
    ['the card', requests.createPaymentMethod(charge, card)],
    ['the confirmation', requests.confirmIntent('pi_1', charge, 'pm_1')],
    ['the confirmation with a proof', requests.confirmIntent('pi_1', { ...charge, proof: proofOf('Y') }, 'pm_1')],
    ['the inquiry', requests.readIntent('pi_1')],
    ['a capture', followUps.captureIntent({ ...followUp, operation: 'CAPTURE' })],
    ['a cancellation', followUps.cancelIntent('pi_1')],
    ['a refund', followUps.createRefund(followUp)],
    ['the refund of an unwanted charge', followUps.refundUnwanted('pi_1', 'att_1')],
    ['the inquiry about a refund', followUps.readRefund('re_1')],
    ['the list of refunds', followUps.listRefunds('pi_1', 're_1')],
  ])('accepts %s', async (_what, request) => expect(await status(request)).toBe(200))
})
