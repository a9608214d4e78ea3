// @module-tag full
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { eventually } from '#test/eventually.ts'
import { failToStart, type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { connectMerchant, type HttpAnswer, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { tollgate } from '../api/cli/tollgate.ts'
import { saveCard, savedCard } from '../api/saved-cards/saved-card-support.ts'
import { type Action, begin, complete, requestAuthentication, toChallenge } from '../api/three-ds/shopper.ts'

// The master key is replaced as docs/operate/keys.md says, while merchants go on using what they were given before.

const OLD = randomBytes(32).toString('base64')
const NEW = randomBytes(32).toString('base64')
const NOT_THE_KEY =
  'Tollgate stops: MASTER_KEY is not the key of this database. Start with its key, or set that key as MASTER_KEY_PREVIOUS.'
/** Loops of payments, so that every statement of a rotation meets some of them. */
const SHOPPERS = 3

let home: Home
let gateway: GatewayProcess
let receiver: WebhookReceiver
let merchant: TestMerchant
let sql: Database
/** Values that the merchant received under the old key. */
let given: {
  card: string
  hash: string
  secret: string
  order: string
  answer: HttpAnswer
  atFingerprint: Action
  atChallenge: Action
}
/** Fingerprints of the two keys. */
let ids: { old: string; new: string }

const AUTHORIZE = '/api/transactions/authorize'
const start = async (keys: Record<string, string>) => {
  gateway = await startGateway(home, { WORKERS: '2', ...keys })
}
const replay = () => merchant.call('POST', AUTHORIZE, { body: given.order, headers: { 'idempotency-key': 'kept' } })

async function payWithSavedCard(): Promise<string> {
  const { action } = (await merchant.authorize({ ...savedCard(given.card), metadata: {} })).body
  const challenge = (await requestAuthentication(merchant, action)).body
  const { result } = (challenge.result ? challenge : (await complete(merchant, challenge.action)).body) as {
    result: { id: string; status: string; payment_method: { hash: string } }
  }
  expect(result).toMatchObject({ status: 'APPROVED', payment_method: { type: 'saved_card', hash: given.hash } })
  return result.id
}

/** The webhook of a payment, which has to be signed with the secret the merchant was given first. */
async function verifiedWebhook(transactionId: string): Promise<void> {
  const webhook = await eventually(`the webhook of ${transactionId}`, 30, async () =>
    receiver.received.find(({ body }) => body.includes(transactionId)),
  )
  new Webhook(given.secret).verify(webhook.body, webhook.headers)
}

beforeAll(async () => {
  home = await makeHome()
  receiver = await openWebhookReceiver()
  await start({ MASTER_KEY: OLD })
  sql = openDatabase(home.env.DATABASE_URL!, 'test', 2)
  const { merchant: demo, base_url } = gateway.demo
  merchant = await connectMerchant(base_url, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id!,
    clientSecret: demo.client_secret!,
  })
  const { secret } = (await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })).body
  const card = await saveCard(merchant)
  const { hash } = (await merchant.call('GET', `/api/payment-methods/${card}`)).body
  const order = JSON.stringify(merchant.order({ reference: newReference() }))
  const answer = await merchant.call('POST', AUTHORIZE, { body: order, headers: { 'idempotency-key': 'kept' } })
  const [atFingerprint, atChallenge] = [await begin(merchant), await toChallenge(merchant)]
  given = { card, hash, secret, order, answer, atFingerprint, atChallenge }
  await gateway.stop()
})

afterAll(async () => {
  await gateway?.stop()
  await sql?.end()
  await receiver?.close()
  await home?.remove()
})

it('with a new MASTER_KEY and without the one before, the start is refused with one clear line', async () => {
  const { code, stderr } = await failToStart({ ...home.env, MASTER_KEY: NEW })
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: NOT_THE_KEY })
})

describe('with MASTER_KEY and MASTER_KEY_PREVIOUS', () => {
  beforeAll(() => start({ MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD }))

  it('keys rotate seals everything again while payments go on, and not one of them fails', async () => {
    let goesOn = true
    const paid: string[] = []
    const shopper = async () => {
      while (goesOn) {
        paid.push(await payWithSavedCard())
        const [first, card] = [await merchant.authorize(), await saveCard(merchant)]
        expect(first.body.result).toMatchObject({ status: 'APPROVED', payment_method: { hash: given.hash } })
        expect((await merchant.authorize(savedCard(card))).body.result.status).toBe('APPROVED')
        expect((await replay()).text).toBe(given.answer.text)
        const { body } = await complete(merchant, await toChallenge(merchant))
        expect(body.result.status).toBe('APPROVED')
      }
    }
    const shoppers = Promise.all(Array.from({ length: SHOPPERS }, shopper))
    await Promise.race([shoppers, eventually('the first payments', 30, async () => paid.length > SHOPPERS)])
    const before = paid.length
    const { code, out, err } = await tollgate({ DATA_DIR: home.env.DATA_DIR! }, 'keys', 'rotate', '--json')
    const during = paid.length
    await sleep(500)
    goesOn = false
    await shoppers
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const keys = JSON.parse(out)
    expect(keys).toMatchObject({ cards_to_move: 0, data_keys: { retired: 0 } })
    expect(Object.values(keys.under_another_key).filter((count) => count !== 0)).toEqual([])
    expect(during).toBeGreaterThan(before)
    for (const id of paid) await verifiedWebhook(id)
    ids = { old: keys.previous_master_key_id, new: keys.master_key_id }
  }, 90_000)

  it('no value in any table is still under the old key', async () => {
    const columns = await sql<{ place: string; column: string }[]>`
      select format('%I.%I', table_schema, table_name) as place, format('%I', column_name) as column
      from information_schema.columns where table_schema in ('public', 'simulator') and data_type = 'bytea'`
    const under = async (id: string) => {
      const found: string[] = []
      for (const { place, column } of columns) {
        const [row] = await sql.unsafe(
          `select count(*)::int as count from ${place} where position(decode($1, 'hex') in ${column}) = 2`,
          [id],
        )
        if (row!.count > 0) found.push(`${place}.${column}`)
      }
      return found.sort()
    }
    expect(await under(ids.old)).toEqual([])
    expect(await under(ids.new)).toEqual(
      expect.arrayContaining([
        'public.authentication_secrets.sealed_key',
        'public.data_keys.sealed_key',
        'public.encryption_keys.sealed_private_key',
        'public.idempotency_keys.sealed_answer',
        'public.signing_keys.sealed_jwk',
        'public.vault_keys.sealed_key',
        'public.wallet_keys.sealed_private_key',
        'public.webhook_endpoints.sealed_secret',
      ]),
    )
  })
})

describe('with the new MASTER_KEY alone', () => {
  beforeAll(async () => {
    await gateway.stop()
    await start({ MASTER_KEY: NEW })
  })

  it('a card saved before pays, with the same hash, and its webhook is signed with the secret given before', async () => {
    await verifiedWebhook(await payWithSavedCard())
  })

  it('the same card number has the same hash', async () => {
    expect((await merchant.authorize()).body.result.payment_method.hash).toBe(given.hash)
  })

  it('payments that were in the middle of 3-D Secure are completed', async () => {
    const challenge = (await requestAuthentication(merchant, given.atFingerprint)).body.action
    for (const action of [given.atChallenge, challenge]) {
      expect((await complete(merchant, action)).body.result.status).toBe('APPROVED')
    }
  })

  it('a repeated Idempotency-Key gets the first answer, and another body under it is refused', async () => {
    const again = await replay()
    expect(again.text).toBe(given.answer.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = { body: JSON.stringify(merchant.order()), headers: { 'idempotency-key': 'kept' } }
    expect((await merchant.call('POST', AUTHORIZE, other)).status).toBe(422)
  })

  it('an access token from before is still good', async () => {
    expect((await merchant.call('GET', '/api/transactions')).status).toBe(200)
  })
})

it('with the old MASTER_KEY alone the start is refused from then on', async () => {
  await gateway.stop()
  const { code, stderr } = await failToStart({ ...home.env, MASTER_KEY: OLD })
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: NOT_THE_KEY })
})
