import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import { eventually } from '#test/eventually.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openStripeSandbox, SECRET_KEY, type StripeSandbox, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { HELD_DAYS } from '#test/stripe-sandbox/objects.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { expiriesOf } from '../expiry/expiries.ts'
import { authorized, done, follow, type Shown, sumsOf } from '../manage/follow-ups.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

const CREDENTIALS = { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }
const NUMBER = '4111111111111111'
const PATIENCE = { timeout: 60_000 }

let sandbox: StripeSandbox
let app: RunningGateway
let merchant: TestMerchant
let account: string

beforeAll(async () => {
  sandbox = await openStripeSandbox()
  app = await startOwnGateway({ PROVIDER_SANDBOXES: `stripe=${sandbox.origin}`, PROVIDER_TIMEOUT_SECONDS: '6' })
  const made = await newProviderMerchant(app, { provider: 'stripe', credentials: CREDENTIALS })
  merchant = made.merchant
  account = made.accounts[0]!
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

/** Its words steer the sandbox. */
const orderWith = (words: string) => ({ reference: `${newReference()} ${words}`, metadata: NOT_ENROLLED })

async function paid(words = '', changes: Record<string, unknown> = {}): Promise<Shown> {
  return (await merchant.authorize({ ...orderWith(words), ...changes }, { number: NUMBER })).body.result
}

async function chargesFor({ id }: Shown): Promise<number> {
  const attempts = await app.database.sql<{ attempt_id: string }[]>`
    select attempt_id from attempts where transaction_id = ${id}`
  return attempts.reduce((sum, { attempt_id }) => sum + sandbox.book.netOf(attempt_id), 0)
}

async function finalOf({ id }: Shown, by = merchant): Promise<Shown> {
  return eventually('the end', 60, async () => {
    const { transaction } = await by.status(id)
    return transaction.status === 'PENDING' ? undefined : transaction
  })
}

/** By a merchant of its own: five failures in a row would have the account left alone. */
async function isChargedOnceOrNot(fault: string): Promise<void> {
  const { merchant: own } = await newProviderMerchant(app, { provider: 'stripe', credentials: CREDENTIALS })
  const order = orderWith(`fault=confirm:${fault}`)
  const record = (await own.authorize(order, { number: NUMBER })).body.result
  expect(record).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  const final = await finalOf(record, own)
  expect(final.status).toBe(fault.startsWith('late') ? 'APPROVED' : 'DECLINED')
  expect(await chargesFor(record)).toBe(fault.startsWith('late') ? 1 : 0)
}

const timesAsked = (step: string) => sandbox.requests.filter(({ request }) => request.startsWith(step)).length

const deliver = (options = {}) => sandbox.events.deliver(`${app.baseUrl}/provider-notices/stripe/${account}`, options)

describe('A card through Stripe', () => {
  it('is charged once, and the record says by whom', async () => {
    const record = await paid()
    expect(record).toMatchObject({
      status: 'APPROVED',
      processing_code: '0000',
      processing_result: { payment_provider_id: 'stripe', payment_provider_account_id: account },
    })
    expect(await chargesFor(record)).toBe(1)
    const [attempt] = await app.database.sql`
      select provider_reference from attempts where transaction_id = ${record.id}`
    expect(attempt!.provider_reference).toMatch(/^pi_/)
  })

  it('is authorized, captured in part, refunded in part; another is voided', async () => {
    const original = await authorized(merchant, { ...orderWith(''), amount: 5000 })
    await done(merchant, original, 'CAPTURE', { amount: 3000, options: { final_capture: true } })
    await done(merchant, original, 'REFUND', { amount: 1000 })
    expect((await sumsOf(merchant, original)).map(Number)).toEqual([3000, 1000])
    const other = await authorized(merchant, orderWith(''))
    await done(merchant, other, 'VOID')
    expect(await chargesFor(other)).toBe(0)
  })

  it('sends the 3-D Secure authentication', async () => {
    const challenge = await toChallenge(merchant)
    const { body } = await complete(merchant, challenge)
    expect(body.result).toMatchObject({ status: 'APPROVED', processing_result: { payment_provider_id: 'stripe' } })
    const confirm = sandbox.requests.filter(({ request }) => request.startsWith('confirm')).at(-1)!
    expect(decodeURIComponent(confirm.text)).toContain('[three_d_secure][cryptogram]=')
  })

  it('that is approved with another amount is PENDING, reversed and then DECLINED', PATIENCE, async () => {
    const record = await paid('amount=wrong')
    expect(record).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect(await finalOf(record)).toMatchObject({ status: 'DECLINED', processing_code: '1001', captured_amount: 0n })
    expect(await chargesFor(record)).toBe(0)
  })

  it(
    'that is approved with another amount once stays unapproved, though its intent then has the right one',
    PATIENCE,
    async () => {
      const record = await paid('amount=wrong-once')
      expect(record).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      expect(await finalOf(record)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
      expect(await chargesFor(record)).toBe(0)
    },
  )

  it('that lacks funds is DECLINED 1004, uncharged', async () => {
    const record = await paid('decline=insufficient_funds')
    expect(record).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
    expect(await chargesFor(record)).toBe(0)
  })

  const whoseConfirmationEnds = 'whose confirmation ends in %s is PENDING, then what Stripe’s book says, once'
  it(
    'whose confirmation ends in late-silence is PENDING, then what Stripe’s book says, once',
    { ...PATIENCE, tags: ['full'] },
    () => isChargedOnceOrNot('late-silence'),
  )
  it.each(['down', 'late-reset', 'late-500', 'late-cut', 'silence', 'reset'])(
    whoseConfirmationEnds,
    { ...PATIENCE, tags: ['full'] },
    isChargedOnceOrNot,
  )

  it('goes to the second account where the first is refused by its issuer, and is charged there', async () => {
    const two = await newProviderMerchant(
      app,
      { provider: 'stripe', credentials: CREDENTIALS },
      { provider: 'card-simulator', credentials: {} },
    )
    const order = orderWith('decline=generic_decline')
    const { result } = (await two.merchant.authorize(order, { number: NUMBER })).body
    expect(result).toMatchObject({ status: 'APPROVED', processing_result: { payment_provider_id: 'card-simulator' } })
    expect(await chargesFor(result)).toBe(0)
  })

  it('that is gone goes nowhere else', async () => {
    const two = await newProviderMerchant(
      app,
      { provider: 'stripe', credentials: CREDENTIALS },
      { provider: 'card-simulator', credentials: {} },
    )
    const { result } = (await two.merchant.authorize(orderWith('decline=stolen_card'), { number: NUMBER })).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
  })

  it('of a network that Stripe does not take is refused without asking it', async () => {
    const asked = timesAsked('create')
    const { result } = (await merchant.authorize(orderWith(''), { number: '9891000000000003' })).body
    expect(result).toMatchObject({ status: 'INVALID', processing_code: '2015' })
    expect(timesAsked('create')).toBe(asked)
  })
})

describe('What Stripe reports', () => {
  it('is taken when it is signed, once or twice, in order or not; forged it is 401', async () => {
    const record = await paid()
    expect(new Set(await deliver({ copies: 2 }))).toEqual(new Set([204]))
    expect(new Set(await deliver({ reversed: true }))).toEqual(new Set([204]))
    expect(new Set(await deliver({ forged: true }))).toEqual(new Set([401]))
    expect((await merchant.status(record.id)).transaction).toMatchObject({ status: 'APPROVED' })
    expect(await chargesFor(record)).toBe(1)
  })

  it('of an authorization that is over is recorded once, after asking; Stripe says until when it holds one', async () => {
    const original = await authorized(merchant, { ...orderWith(''), amount: 5000 })
    const left = Date.parse(original.authorization_expires_at) - Date.parse(original.created_at)
    expect(Math.round(left / 86_400_000)).toBe(HELD_DAYS)
    await done(merchant, original, 'CAPTURE', { amount: 3000 })
    const [attempt] = await app.database.sql`select attempt_id from attempts where transaction_id = ${original.id}`
    const event = { metadata: { attempt_id: attempt!.attempt_id } }
    sandbox.events.record('payment_intent.canceled', event)
    await deliver()
    expect(await expiriesOf(merchant, original)).toEqual([])
    sandbox.expire(attempt!.attempt_id)
    await deliver({ copies: 2 })
    expect(await expiriesOf(merchant, original)).toMatchObject([
      { status: 'APPROVED', amount: 2000n, data: { expired_by: 'PROVIDER' } },
    ])
    const { transaction } = await merchant.status(original.id)
    expect(transaction).toMatchObject({ status: 'APPROVED', expired_amount: 2000n, allowed_actions: ['refund'] })
  })

  it('of a refund that fails days later becomes a REFUND_REVERSAL', async () => {
    const record = await paid()
    const refund = await done(merchant, record, 'REFUND')
    const [attempt] = await app.database.sql`select attempt_id from attempts where transaction_id = ${refund.id}`
    sandbox.failRefund(attempt!.attempt_id, 'lost_or_stolen_card')
    await deliver()
    const { body } = await merchant.call('GET', '/api/transactions?transaction_type=REFUND_REVERSAL')
    expect(body.items).toMatchObject([{ parent_id: record.id, data: { reversal_of: refund.id }, status: 'APPROVED' }])
    expect(Number((await sumsOf(merchant, record))[1])).toBe(0)
  })
})

describe('What Stripe forbids', () => {
  it('an over-refund and a second void are refused before it is asked', async () => {
    const record = await paid('', { amount: 1000 })
    const asked = timesAsked('refund')
    expect(await follow(merchant, record, 'REFUND', { amount: 1001 })).toMatchObject({ status: 'INVALID' })
    expect(timesAsked('refund')).toBe(asked)
  })

  it('the check of the account reports a wrong key, without the key', async () => {
    const wrong = await newProviderMerchant(app, {
      provider: 'stripe',
      credentials: { secret_key: 'sk_test_51WrongButWellFormed' },
    })
    const probe = async (id: string) => probeAccount(app.gateway, await showProviderAccount(app.gateway, id))
    expect(await probe(account)).toEqual([])
    const problems = await probe(wrong.accounts[0]!)
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toContain('sk_test')
    const { result } = (await wrong.merchant.authorize(orderWith(''), { number: NUMBER })).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
  })
})

it('what is kept of the exchanges names Stripe’s request ids, and no card, code or key', async () => {
  const record = await paid()
  const exchanges = await showProviderExchanges(app.gateway, merchant.merchantId, record.id)
  expect(exchanges.map(({ request }) => request.split(' ')[0])).toContain('POST')
  expect(exchanges.every(({ requestId }) => requestId !== null)).toBe(true)
  const everything = JSON.stringify(exchanges)
  for (const secret of [NUMBER, SECRET_KEY, WEBHOOK_SECRET, '"123"']) expect(everything).not.toContain(secret)
})
