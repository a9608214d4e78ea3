// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { connectMerchant, type HttpAnswer, NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { type Action, complete, requestAuthentication, toChallenge } from '../api/three-ds/shopper.ts'
import { openRestartableGateway, type RestartableGateway } from '../support/restartable-gateway.ts'

// The simulator commits a charge to its ledger and then takes its time to answer (`simulate_delay_ms`): what dies in
// between dies between the provider and our own commit.
const PROVIDER_TIMEOUT_SECONDS = 8
const SLOW = { ...NOT_ENROLLED, simulate_delay_ms: 7500 }
/** Time that a key is held whose process died (docs/reference/requests.md#idempotency-key). */
const KEY_HELD_SECONDS = 60
const WITHIN_A_MINUTE = { timeout: 75_000 }
const AUTHORIZE = '/api/transactions/authorize'

let gateway: RestartableGateway
let receiver: WebhookReceiver
let merchant: TestMerchant
let keyed: { body: string; headers: Record<string, string>; diedAt: number; reference: string }

beforeAll(async () => {
  receiver = await openWebhookReceiver()
  gateway = await openRestartableGateway({
    WORKERS: '2',
    PROVIDER_TIMEOUT_SECONDS: String(PROVIDER_TIMEOUT_SECONDS),
    LOG_LEVEL: 'error',
  })
  const { merchant: demo } = await gateway.demo()
  merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
  })
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
})

afterAll(async () => {
  await gateway?.close()
  await receiver?.close()
})

/** A call whose gateway may die over it. */
type MayDie = Promise<HttpAnswer | undefined>

const mayDie = (call: Promise<HttpAnswer>): MayDie => call.catch(() => undefined)

/** Calls until the answer is anything other than "not now". */
function patiently(call: () => Promise<HttpAnswer>, seconds = 50): Promise<HttpAnswer> {
  return eventually('an answer', seconds, async () => {
    const answer = await mayDie(call())
    return answer && answer.status < 500 ? answer : undefined
  })
}

async function chargesOf(reference: string): Promise<{ state: string }[]> {
  return (await patiently(() => merchant.call('GET', `/api/simulators/charges?reference=${reference}`))).body.items
}

async function areCharged(references: readonly string[]): Promise<void> {
  await eventually('every charge in the ledger', 30, async () => {
    const ledgers = await Promise.all(references.map(chargesOf))
    return ledgers.every((ledger) => ledger.length === 1)
  })
}

/** Waits for the end of an order and holds it against the ledger and the webhooks. */
async function isPaidOnce(reference: string): Promise<string> {
  const record = await eventually(`the end of ${reference}`, 60, async () => {
    const { items } = (await patiently(() => merchant.call('GET', `/api/transactions?reference=${reference}`))).body
    return items[0]?.status === 'PENDING' ? undefined : items[0]
  })
  expect(record).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
  expect(await chargesOf(reference)).toMatchObject([{ state: 'CHARGED' }])
  const webhooks = await eventually('its webhook', 30, async () => {
    const mine = receiver.received.filter(({ body }) => body.includes(record.id))
    return mine.length > 0 && mine
  })
  expect(new Set(webhooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(JSON.parse(webhooks[0]!.body).payload).toMatchObject({ id: record.id, status: 'APPROVED' })
  return record.id
}

it(
  'kill -9 of every API process and the worker, between provider and commit: ends automatically, charged once, with its event',
  WITHIN_A_MINUTE,
  async () => {
    const challenged = [newReference(), newReference()]
    const [completing, waiting] = await Promise.all(
      challenged.map((reference) => toChallenge(merchant, SLOW_CHALLENGE, { reference })),
    )
    const plain = [newReference(), newReference(), newReference()]
    const reference = newReference()
    const body = JSON.stringify(merchant.order({ reference, metadata: SLOW }))
    const headers = { 'idempotency-key': 'its-process-dies' }
    const dying = [
      ...plain.map((one) => mayDie(merchant.authorize({ reference: one, metadata: SLOW }))),
      mayDie(complete(merchant, completing!)),
      mayDie(merchant.call('POST', AUTHORIZE, { body, headers })),
    ]
    const inFlight = [...plain, challenged[0]!, reference]
    await areCharged(inFlight)
    gateway.killServants()
    keyed = { body, headers, diedAt: Date.now(), reference }
    expect(await Promise.all(dying)).toEqual(dying.map(() => undefined))

    const paid = patiently(() => complete(merchant, waiting!))
    await Promise.all(inFlight.map(isPaidOnce))
    expect((await paid).body.result.status).toBe('APPROVED')
    await isPaidOnce(challenged[1]!)
    const replayed = await complete(merchant, completing!)
    expect(replayed.body.result).toMatchObject({ status: 'APPROVED' })
  },
)

it(
  'kill -9 of everything, the supervisor too: a second start finalizes what was in flight and goes on where it was',
  WITHIN_A_MINUTE,
  async () => {
    const waiting = newReference()
    const action: Action = await toChallenge(merchant, {}, { reference: waiting })
    const inFlight = [newReference(), newReference()]
    const dying = inFlight.map((reference) => mayDie(merchant.authorize({ reference, metadata: SLOW })))
    await areCharged(inFlight)
    await gateway.killEverything()
    expect(await Promise.all(dying)).toEqual(dying.map(() => undefined))

    await gateway.start()
    const { result } = (await complete(merchant, action)).body
    expect(result.status).toBe('APPROVED')
    await Promise.all([...inFlight, waiting].map(isPaidOnce))
  },
)

it(
  'kill -9 of the database: it is started again, payments go on, and who awaited the shopper ends as SESSION_EXPIRED',
  WITHIN_A_MINUTE,
  async () => {
    const action = await toChallenge(merchant)
    const { body } = await requestAuthentication(merchant, action)
    expect(body.errors).toMatchObject([{ property: 'payment_data' }])
    await gateway.killDatabase()
    const after = newReference()
    await patiently(async () => merchant.authorize({ reference: after }), 40)
    await isPaidOnce(after)
    const record = await eventually('the end', 30, async () => {
      const { transaction } = (
        await patiently(() => merchant.call('GET', `/api/transactions/${action.transaction_id}/status`))
      ).body
      return transaction.status !== 'PENDING' && transaction
    })
    expect(record).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
    expect(await chargesOf(record.reference)).toEqual([])
    await eventually('its webhook', 30, async () =>
      receiver.received.some(({ body: sent }) => sent.includes(record.id)),
    )
  },
)

it(
  'an idempotency key held by a dead process is usable again within a minute, and nothing is charged twice',
  WITHIN_A_MINUTE,
  async () => {
    const left = KEY_HELD_SECONDS - (Date.now() - keyed.diedAt) / 1000
    const answer = await eventually('the key to be free', left, async () => {
      const again = await mayDie(merchant.call('POST', AUTHORIZE, keyed))
      return again && again.status !== 409 && again.status < 500 ? again : undefined
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ property: 'reference', params: ['transaction', expect.any(String)] }])
    expect(await chargesOf(keyed.reference)).toHaveLength(1)
  },
)

const SLOW_CHALLENGE = { simulate_delay_ms: SLOW.simulate_delay_ms }
