// @module-tag full
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { openStripeSandbox, SECRET_KEY, type StripeSandbox, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { connectMerchant, NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { bodyFor, type Shown } from '../api/manage/follow-ups.ts'

// Payments and refunds through a real provider's interface while our processes are killed at any moment and the line
// fails in every way: the provider's own book says what became of the money.

const ROUNDS = 4
const PAYMENTS_A_ROUND = 15
const FAULTS = [
  '',
  '',
  'fault=create:late-reset',
  'fault=confirm:late-silence',
  'fault=confirm:late-500',
  'fault=card:reset',
  'decline=insufficient_funds',
  'fault=refund:late-reset',
]
const PATIENCE_SECONDS = 120

let sandbox: StripeSandbox
let gateway: RestartableGateway
let merchant: TestMerchant

beforeAll(async () => {
  sandbox = await openStripeSandbox()
  gateway = await openRestartableGateway({
    WORKERS: '2',
    PROVIDER_TIMEOUT_SECONDS: '2',
    LOG_LEVEL: 'fatal',
    PROVIDER_SANDBOXES: `stripe=${sandbox.origin}`,
  })
  const { operator, merchant: demo } = await gateway.demo()
  merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
  })
  const access = { ...merchant, clientId: operator.client_id, clientSecret: operator.client_secret }
  await routeToStripe(await connectMerchant(gateway.baseUrl, access))
}, 120_000)

afterAll(async () => {
  await gateway.close()
  await sandbox.close()
})

/** From now on the demo merchant has no other account for cards. */
async function routeToStripe({ call, merchantId }: TestMerchant): Promise<void> {
  const path = `/admin/merchants/${merchantId}/provider-accounts`
  const { body } = await call('GET', path)
  for (const { provider_account_id, provider } of body.items) {
    if (provider !== 'card-simulator') continue
    await call('PATCH', `/admin/provider-accounts/${provider_account_id}`, { body: { status: 'INACTIVE' } })
  }
  const credentials = { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }
  const created = await call('POST', path, { body: { provider: 'stripe', name: 'Stripe', credentials } })
  expect(created.status).toBe(201)
}

const mayDie = <T>(call: Promise<T>) => call.catch(() => undefined)

async function payInVain(): Promise<void> {
  const words = FAULTS[randomInt(FAULTS.length)]!
  const order = merchant.order({ reference: `${newReference()} ${words}`, metadata: NOT_ENROLLED })
  const answer = await mayDie(merchant.call('POST', '/api/transactions/authorize', { body: order }))
  const record = answer?.body?.result
  if (record?.status !== 'APPROVED') return
  await mayDie(merchant.call('POST', '/api/transactions/manage', { body: bodyFor(record, 'REFUND') }))
}

async function allEnded(): Promise<Shown[]> {
  return eventually('the end of everything', PATIENCE_SECONDS, async () => {
    const answer = await mayDie(merchant.call('GET', '/api/transactions?limit=100'))
    const items: Shown[] = answer?.body?.items ?? []
    return items.length > 0 && items.every(({ status }) => status !== 'PENDING') ? items : undefined
  })
}

it(`kill -9 of every process, ${ROUNDS} times over ${PAYMENTS_A_ROUND} payments and refunds: charged once or not at all, and the book agrees`, {
  timeout: 300_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    let answered = 0
    const payments = Array.from({ length: PAYMENTS_A_ROUND }, async () => {
      await sleep(randomInt(1500))
      await payInVain()
      answered += 1
    })
    // By what has happened, not by the clock: on a slow machine nothing has, and nothing would be killed in the midst of it.
    const enough = randomInt(6, 13)
    await eventually('payments that are answered', 60, async () => answered >= enough)
    await sleep(randomInt(300))
    gateway.killServants()
    await Promise.all(payments)
    await eventually('an answer', 60, async () => (await mayDie(fetch(`${gateway.baseUrl}/health/ready`)))?.ok)
  }
  const records = await allEnded()
  const charges = records.filter(({ transaction_type }) => transaction_type === 'PURCHASE')
  expect(charges.some(({ status }) => status === 'APPROVED')).toBe(true)
  for (const { id, status, refunded_amount } of charges) {
    const intents = [...sandbox.book.intents.values()].filter(({ metadata }) => metadata.transaction_id === id)
    const charged = intents.filter(({ status: standing }) => standing === 'succeeded')
    const refunded = intents.reduce((sum, intent) => sum + (intent.charge?.refunded ?? 0), 0)
    expect.soft([id, charged.length]).toEqual([id, status === 'APPROVED' ? 1 : charged.length])
    if (status === 'APPROVED') expect.soft([id, refunded]).toEqual([id, Number(refunded_amount)])
    // A payment that is over and was charged anyway has been given back.
    else expect.soft([id, refunded]).toEqual([id, charged.reduce((sum, { amount }) => sum + amount, 0)])
    for (const intent of intents) expect.soft([intent.id, intent.timesCharged <= 1]).toEqual([intent.id, true])
  }
  expect(sandbox.complaints).toEqual([])
})
