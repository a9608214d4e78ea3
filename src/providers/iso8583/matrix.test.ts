// @module-tag full
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  attemptOf,
  CARD_NUMBER,
  CRYPTOGRAM,
  CVV,
  callOn,
  chargeOf,
  followUpOf,
  proofOf,
  soon,
  timeLimit,
} from '#provider/contract/test-charges.ts'
import type { Call, Charge, Exchange, FollowUp } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583
let account: ReturnType<typeof newIsoAccount>
const exchanges: Exchange[] = []
const said: unknown[] = []

beforeAll(async () => {
  database = await freshDatabase(8)
  sandbox = await openIso8583Sandbox({ length: 'binary2', bitmap: 'binary' })
  connector = connectorOn(database.sql)
  const forms = { length_form: 'binary2', bitmap_form: 'binary', reversal_form: 'advice' }
  account = newIsoAccount(sandbox.port, forms)
  await connector.probe(callOn(account))
})
afterAll(async () => {
  await connector.close()
  await sandbox.close()
  await database.drop()
})
afterEach(() => expect(sandbox.complaints).toEqual([]))

const call = (signal = timeLimit()): Call => ({
  ...callOn(account, {}, signal),
  noteExchange: (exchange) => void exchanges.push(exchange),
})

const charge = (transactionType: Charge['transactionType'], amount: bigint): Charge => ({
  ...chargeOf(account, {}, proofOf('Y')),
  transactionType,
  money: { amount, currency: 'EUR' },
})

async function authorize(wanted: Charge, signal?: AbortSignal) {
  const answer = await connector.authorize(call(signal), wanted).catch((error: Error) => error.name)
  said.push(answer, await connector.inquire(call(), attemptOf(wanted)))
  return answer
}

const standing = () => sandbox.book.standing().length

describe.each(['AUTHORIZE', 'PURCHASE'] as const)('%s', (type) => {
  test.each<[string, bigint, object | string, number]>([
    ['approved', 1000n, { kind: 'outcome', outcome: { code: '0000' } }, 1],
    ['answered twice', 5994n, { kind: 'outcome', outcome: { code: '0000' } }, 1],
    ['declined', 6005n, { kind: 'outcome', outcome: { code: '1000', providerResponseCode: '05' } }, 0],
    ['without funds', 6051n, { kind: 'outcome', outcome: { code: '1004' } }, 0],
    ['of a stolen card', 6043n, { kind: 'outcome', outcome: { code: '1000', stopsRetries: true } }, 0],
    ['softly declined', 5010n, { kind: 'authentication-required', outcome: { code: '1000' } }, 0],
    ['pending', 6009n, { kind: 'outcome', outcome: { code: '1002' } }, 0],
    ['without an issuer', 6091n, { kind: 'outcome', outcome: { code: '1001' } }, 0],
    ['charged in silence', 5991n, 'UnknownOutcome', 0],
    ['lost', 5992n, 'UnknownOutcome', 0],
    ['answered late', 5993n, 'UnknownOutcome', 0],
    ['cut off', 5995n, 'UnknownOutcome', 0],
  ])('%s', async (_, amount, expected, stands) => {
    const before = standing()
    const wanted = charge(type, amount)
    const answer = await authorize(wanted, soon())
    if (typeof expected === 'string') expect(answer).toBe(expected)
    else expect(answer).toMatchObject(expected)
    await expect.poll(settleOf(wanted)).toBe(before + stands)
  })
})

/** Lists the standing charges after the reversals were repeated. */
function settleOf({ attemptId }: Charge) {
  return async () => {
    await database.sql`update acquirer_requests set reversal_at = now() where attempt_id = ${attemptId}`
    await connector.repeatReversals(async () => call())
    return standing()
  }
}

describe('After an approval', () => {
  const follow = (of: Charge, operation: FollowUp['operation'], amount: bigint) =>
    connector.followUp(call(), { ...followUpOf(of), operation, money: { amount, currency: 'EUR' } })

  test('captures in parts, and refunds in parts', async () => {
    const wanted = charge('AUTHORIZE', 1000n)
    await authorize(wanted)
    for (const [operation, amount] of [
      ['CAPTURE', 300n],
      ['CAPTURE', 700n],
      ['REFUND', 200n],
    ] as const) {
      expect(await follow(wanted, operation, amount)).toMatchObject({ outcome: { code: '0000' } })
    }
    const [, second, refund] = sandbox.requests.slice(-3)
    expect(second).toMatchObject({ type: '0220', fields: { 4: '000000000700' } })
    expect(refund).toMatchObject({ type: '0200', fields: { 3: '200000', 4: '000000000200' } })
  })

  test('more than there is to refund is the acquirer’s to refuse', async () => {
    const wanted = charge('PURCHASE', 1000n)
    await authorize(wanted)
    sandbox.orders.next.set('0200', { code: '61', answer: 'at-once' })
    expect(await follow(wanted, 'REFUND', 1001n)).toMatchObject({
      outcome: { code: '1000', providerResponseCode: '61' },
    })
  })

  test('voids by an advice', async () => {
    const wanted = charge('PURCHASE', 1000n)
    await authorize(wanted)
    expect(await follow(wanted, 'VOID', 1000n)).toMatchObject({ outcome: { code: '0000' } })
    expect(sandbox.requests.at(-1)).toMatchObject({ type: '0420', fields: { 39: '17' } })
  })

  test('nothing follows a payment that was made elsewhere', async () => {
    expect(await follow(charge('PURCHASE', 1000n), 'REFUND', 1n)).toMatchObject({ outcome: { code: '1001' } })
  })
})

test('no card number, security code or cryptogram in what was said, kept or written down', async () => {
  const [{ book }] = await database.sql<[{ book: string }]>`
    select string_agg(request::text, '') as book from acquirer_requests request`
  const hex = Buffer.from(CRYPTOGRAM, 'base64').toString('hex')
  const kept = JSON.stringify([said, exchanges]) + book
  expect(exchanges.length).toBeGreaterThan(20)
  for (const secret of [CARD_NUMBER, CRYPTOGRAM, hex.toUpperCase(), `11 ${CVV}`]) expect(kept).not.toContain(secret)
  expect(JSON.stringify(sandbox.requests)).toContain(hex.toUpperCase())
})
