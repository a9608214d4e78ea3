import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credentials } from '#domain/credentials.ts'
import { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Proof } from '#provider/proof/prove.ts'
import { type Provider, UnknownOutcome } from '#providers/port/provider.ts'
import { toolsFor } from '#providers/port/provider-module.ts'
import { MERCHANT_ACCOUNT, openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { CREDENTIALS as ADYEN_KEYS } from '#test/adyen-sandbox/merchant.ts'
import { openCashfreeSandbox } from '#test/cashfree-sandbox/index.ts'
import { openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { isoSettings } from '#test/iso8583-sandbox/merchant.ts'
import { openPayPalSandbox } from '#test/paypal-sandbox/index.ts'
import { freePort } from '#test/ports.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { EXAMPLE } from '#test/provider-module.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openStripeSandbox, SECRET_KEY, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import openExampleSandbox from '../../../examples/provider/sandbox.ts'
import { Failure, type Input } from '../../../src/cli/command.ts'
import { proveAccount } from '../../../src/cli/prove.ts'
import { tollgate } from './tollgate.ts'

const MASTER_KEY = randomBytes(32).toString('base64')

let port: number
let stripe: Awaited<ReturnType<typeof openStripeSandbox>>
let adyen: Awaited<ReturnType<typeof openAdyenSandbox>>
let paypal: Awaited<ReturnType<typeof openPayPalSandbox>>
let cashfree: Awaited<ReturnType<typeof openCashfreeSandbox>>
let acme: Awaited<ReturnType<typeof openExampleSandbox>>
let iso: Awaited<ReturnType<typeof openIso8583Sandbox>>
let app: RunningGateway

beforeAll(async () => {
  port = await freePort()
  const noticeUrl = `http://127.0.0.1:${port}`
  ;[stripe, adyen, acme, iso] = [
    await openStripeSandbox(),
    await openAdyenSandbox(),
    await openExampleSandbox(toolsFor({ realm: 'uat' })),
    await openIso8583Sandbox(),
  ]
  ;[paypal, cashfree] = [await openPayPalSandbox({ noticeUrl }), await openCashfreeSandbox({ noticeUrl })]
  adyen.notices.deliverTo(noticeUrl)
  const origins = { stripe, adyen, paypal, cashfree, acme }
  app = await startOwnGateway({
    PROVIDER_MODULES: EXAMPLE,
    PROVIDER_SANDBOXES: Object.entries(origins)
      .map(([name, { origin }]) => `${name}=${origin}`)
      .join(','),
    PROVIDER_TIMEOUT_SECONDS: '6',
    MASTER_KEY,
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([stripe, adyen, paypal, cashfree, acme, iso].map((sandbox) => sandbox.close()))
})

interface Proved {
  readonly proof: Proof
  readonly results: Readonly<Record<string, string>>
  /** Attempts that charged something. */
  readonly attempts: readonly string[]
}

interface Scene {
  readonly settings?: object
  readonly on?: RunningGateway
  pay?(attemptId: string): void
  change?(provider: Provider): Provider
}

/** Proves an account, whose shopper pays each page. */
async function proved(
  name: string,
  credentials: Credentials,
  input: Input = {},
  { settings = {}, pay, change, on = app }: Scene = {},
): Promise<Proved> {
  const attempts: string[] = []
  const origin = app.gateway.providers.get(name)!
  const changed = change?.(origin) ?? origin
  const provider: Provider = {
    ...changed,
    async authorize(call, charge) {
      attempts.push(charge.attemptId)
      const answer = await changed.authorize(call, charge)
      if (answer.kind === 'shopper-step') setTimeout(() => pay?.(charge.attemptId), 300)
      return answer
    },
  }
  const gateway: Gateway = { ...on.gateway, providers: new Map([...on.gateway.providers, [name, provider]]) }
  const plain = Object.fromEntries(Object.entries(credentials).map(([key, value]) => [key, value!.current.reveal()]))
  const wanted = { provider: name, credentials: plain, settings: settings as Record<string, unknown> }
  const { accounts } = await newProviderMerchant({ ...on, gateway }, wanted)
  const proof = await proveAccount(gateway, accounts[0]!, { wait: 15, ...input })
  const said = JSON.stringify(proof, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  for (const secret of ['4111111111111111', '5555555555554444', '"737"', '"919"', ...Object.values(plain)])
    expect(said).not.toContain(secret)
  return { proof, results: Object.fromEntries(proof.items.map(({ promise, result }) => [promise, result])), attempts }
}

const keys = (values: Readonly<Record<string, string>>): Credentials =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { current: new Secret(value), previous: null }]),
  )

const STRIPE = { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }

const DONE = {
  credentials: 'done',
  charge: 'done',
  challenge: 'not offered',
  'part capture': 'done',
  'part refund': 'done',
  void: 'done',
  'repeated request': 'done',
  'lost answer': 'done',
  'notice twice': 'done',
  'given back': 'done',
}

const OF_A_PAGE = { ...DONE, 'part capture': 'not offered', void: 'not offered' }

/** Payments with money that is not given back. */
function adyenHas(attempts: readonly string[]) {
  const made = adyen.book.payments.filter(({ reference }) => attempts.includes(reference))
  expect(made.length).toBeGreaterThan(2)
  return made.filter(
    ({ isAuthorised, isCancelled, captured, refunded }) => isAuthorised && !isCancelled && refunded < captured,
  )
}

async function standing(netOf: (attemptId: string) => number | Promise<number>, attempts: readonly string[]) {
  const nets = await Promise.all([...new Set(attempts)].map(netOf))
  return nets.reduce((sum, net) => sum + net, 0)
}

describe('provider-account prove, at a sandbox', () => {
  it('does all that Stripe offers, and leaves no charge behind', async () => {
    const deliver = () => stripe.events.deliver(`http://127.0.0.1:${port}`).catch(() => undefined)
    const timer = setInterval(deliver, 300)
    const { proof, results, attempts } = await proved('stripe', keys(STRIPE), { notices_port: port })
    clearInterval(timer)
    expect(results).toEqual(DONE)
    expect(proof.items[2]!.detail).toContain('by the gateway')
    expect(await standing((id) => stripe.book.netOf(id), attempts)).toBe(0)
    expect(stripe.complaints).toEqual([])
    expect(proof.transcript).toContainEqual(
      expect.objectContaining({ promise: 'void', request: expect.stringMatching(/^POST .*cancel$/), http_status: 200 }),
    )
  })

  it('does all that Adyen offers with its notices', async () => {
    const settings = { merchant_account: MERCHANT_ACCOUNT }
    const { results, attempts } = await proved('adyen', ADYEN_KEYS, { notices_port: port }, { settings })
    expect(results).toEqual(DONE)
    expect(adyenHas(attempts)).toEqual([])
  })

  it('cannot test what only a notice of Adyen reports', { tags: ['full'] }, async () => {
    const settings = { merchant_account: MERCHANT_ACCOUNT }
    const silent = await proved('adyen', ADYEN_KEYS, { wait: 1 }, { settings })
    const untested = { 'part capture': 'not tested', 'part refund': 'not tested', void: 'not tested' }
    expect(silent.results).toEqual({ ...DONE, ...untested, 'lost answer': 'not tested', 'notice twice': 'not tested' })
    expect(adyenHas(silent.attempts)).toEqual([])
    expect(silent.proof.items.at(-2)!.detail).toContain('no notice arrived; ')
  })

  it('waits for the shopper on a page of PayPal or Cashfree', { tags: ['full'] }, async () => {
    const ofPayPal = await proved('paypal', paypal.credentials, { notices_port: port }, { pay: paypal.approve })
    expect(ofPayPal.results).toEqual(OF_A_PAGE)
    expect(await standing(paypal.netCharges, ofPayPal.attempts)).toBe(0)
    const pay = (id: string) => cashfree.pay(id)
    const ofCashfree = await proved('cashfree', cashfree.credentials, { notices_port: port }, { pay })
    expect(ofCashfree.results).toEqual(OF_A_PAGE)
    expect(await standing(cashfree.netCharges, ofCashfree.attempts)).toBe(0)
  })

  it('calls a page without a payment untested, and what needs it too', { tags: ['full'] }, async () => {
    const { results } = await proved('cashfree', cashfree.credentials, { wait: 1 })
    expect(results).toMatchObject({ charge: 'not tested', 'part refund': 'not tested', 'given back': 'done' })
  })

  it('proves an acquirer by ISO 8583, whose line its proxy cuts', async () => {
    const { results, proof } = await proved('iso8583', {}, {}, { settings: isoSettings(iso.port) })
    expect(results).toEqual({ ...DONE, 'notice twice': 'not offered' })
    expect(proof.items[7]!.detail).toContain('reversed')
    const sums = [...iso.book.entries.values()].map(({ request: { type, fields }, code, isReversed }) => {
      const isMoney = code === '00' && !isReversed && type !== '0100'
      return isMoney ? Number(fields[4]) * (fields[3]!.startsWith('20') ? -1 : 1) : 0
    })
    expect(sums.filter((sum) => sum !== 0).length).toBeGreaterThan(2)
    expect(sums.reduce((sum, one) => sum + one, 0)).toBe(0)
    expect(iso.complaints).toEqual([])
  })

  it('proves a provider module and a simulator', async () => {
    const { results } = await proved('acme', keys({ secret_key: 'sk_test_0123456789' }))
    expect(results).toEqual({ ...OF_A_PAGE, 'notice twice': 'not tested' })
    const simulated = await proved('card-simulator', {})
    expect(simulated.results).toEqual({ ...DONE, 'lost answer': 'not offered', 'notice twice': 'not offered' })
  })
})

describe('When something fails, provider-account prove', () => {
  it('charges nothing with credentials that the provider rejects', async () => {
    const { results, attempts } = await proved('stripe', keys({ ...STRIPE, secret_key: 'sk_test_0000000000000000' }))
    expect([results, attempts]).toEqual([{ credentials: 'failed' }, []])
  })

  it('goes on after a step that breaks, quotes no error of a connector, and gives all back', async () => {
    let isBroken = true
    const { proof, results, attempts } = await proved(
      'stripe',
      keys(STRIPE),
      { wait: 1 },
      {
        change: (provider) => ({
          ...provider,
          async followUp(call, asked) {
            if (asked.operation === 'CAPTURE') throw new TypeError(`Bearer ${SECRET_KEY}`)
            if (asked.operation === 'REFUND' && isBroken) throw new UnknownOutcome('It gave no answer.')
            return provider.followUp(call, asked)
          },
          async inquire(call, asked) {
            if (asked.parent !== null && isBroken) throw new UnknownOutcome('It gave no answer.')
            if (asked.operation === 'VOID') isBroken = false
            return provider.inquire(call, asked)
          },
          async reverse(call, asked) {
            isBroken = false
            return provider.reverse(call, asked)
          },
        }),
      },
    )
    expect(results).toMatchObject({ 'part capture': 'failed', 'part refund': 'failed', 'lost answer': 'done' })
    expect(results['given back']).toBe('done')
    expect(proof.items[4]!.detail).toMatch(/^It gave no answer. Look at the network/)
    expect(await standing((id) => stripe.book.netOf(id), attempts)).toBe(0)
  })

  it('finds a provider that charges twice under one attempt, or forgets what it did not answer', {
    tags: ['full'],
  }, async () => {
    let calls = 0
    const { results } = await proved(
      'stripe',
      keys(STRIPE),
      { wait: 1 },
      {
        change: (provider) => ({
          ...provider,
          async authorize(call, charge) {
            const answer = await provider.authorize(call, charge)
            calls += 1
            if (answer.kind !== 'outcome') return answer
            return { ...answer, outcome: { ...answer.outcome, approvalCode: String(calls) } }
          },
          inquire: (call, asked) =>
            asked.providerReference !== null && calls > 3 && asked.parent === null
              ? Promise.resolve({ kind: 'not-found' })
              : provider.inquire(call, asked),
        }),
      },
    )
    expect(results).toMatchObject({ 'repeated request': 'failed', 'lost answer': 'failed', 'given back': 'done' })
  })

  it('names the attempts that it could not give back', { tags: ['full'] }, async () => {
    const { proof, attempts } = await proved(
      'stripe',
      keys(STRIPE),
      { wait: 1 },
      {
        change: (provider) => ({ ...provider, reverse: () => Promise.reject(new UnknownOutcome('No.')) }),
      },
    )
    const { result, detail } = proof.items.at(-1)!
    expect(result).toBe('failed')
    expect(attempts.some((id) => detail.includes(id))).toBe(true)
  })
})

describe('In production, provider-account prove', () => {
  const live = () => ({
    ...app,
    gateway: { ...app.gateway, settings: { ...app.gateway.settings, realm: 'production' as const } },
  })

  it('asks for an amount, a consent and a card, charges that amount once and refunds it', async () => {
    const before = stripe.book.intents.size
    for (const input of [{}, { amount: '1.23' }, { yes: true }, { amount: '1.23', yes: true }]) {
      await expect(proved('stripe', keys(STRIPE), input, { on: live() })).rejects.toThrow(Failure)
    }
    expect(stripe.book.intents.size).toBe(before)
    const file = join(await mkdtemp(join(tmpdir(), 'card-')), 'card.json')
    await writeFile(file, '{"number":"5555555555554444","expiration_month":11,"expiration_year":2031,"cvv":"919"}')
    const { results } = await proved(
      'stripe',
      keys(STRIPE),
      { amount: '1.23', yes: true, card_file: file },
      { on: live() },
    )
    expect(results).toEqual({ credentials: 'done', charge: 'done', refund: 'done', 'given back': 'done' })
    const made = [...stripe.book.intents.values()].slice(before)
    expect(made.map(({ amount, charge }) => [amount, charge?.refunded])).toEqual([[123, 123]])
  })
})

describe('tollgate provider-account prove', () => {
  it('prints a table, and gives back all that it moved when it is interrupted', async () => {
    const { accounts } = await newProviderMerchant(app, { provider: 'stripe', credentials: STRIPE })
    const before = stripe.book.intents.size
    const env = {
      ...{ PATH: process.env.PATH!, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
      ...{ DATABASE_URL: app.database.url, BASE_URL: app.baseUrl, MASTER_KEY },
      ...{ DATA_DIR: '/nonexistent', PROVIDER_SANDBOXES: `stripe=${stripe.origin}` },
    }
    const args = ['src/cli/index.ts', 'provider-account', 'prove', accounts[0]!]
    const interrupted = spawn('node', [...args, '--notices-port', String(port)], { env })
    let said = ''
    interrupted.stderr.on('data', (piece) => {
      said += piece
      if (said.includes('notice twice') && !interrupted.killed) interrupted.kill('SIGINT')
    })
    const [code] = await once(interrupted, 'close')
    expect({ code, said }).toEqual({ code: 130, said: expect.stringContaining('given back') })
    const made = [...stripe.book.intents.values()].slice(before)
    expect(made.length).toBe(4)
    for (const { status, charge } of made) {
      expect(status === 'canceled' || charge?.refunded === charge?.captured).toBe(true)
    }
    const { code: untested, out, err } = await tollgate(env, ...args.slice(1), '--wait', '1')
    expect(untested).toBe(1)
    expect(out).toMatch(/^promise +result +detail\n(.+\n)*lost answer +done /)
    expect(out).toMatch(/notice twice +not tested +no notice arrived; /)
    for (const secret of ['4111111111111111', SECRET_KEY, WEBHOOK_SECRET]) expect(out + err).not.toContain(secret)
  })
})
