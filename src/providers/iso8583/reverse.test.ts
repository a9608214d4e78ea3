// @module-tag full
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import {
  attemptOf,
  CARD_NUMBER,
  callOn,
  chargeOf,
  followUpOf,
  soon,
  timeLimit,
} from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// A request without an answer is reversed, even if the line or the process ends.

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583
let account: ProviderAccount

beforeAll(async () => {
  database = await freshDatabase(8)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate acquirer_requests, acquirer_strays`
  sandbox = await openIso8583Sandbox()
  connector = connectorOn(database.sql)
  account = newIsoAccount(sandbox.port)
  // Signed on, so that a short time-out is one of the payment's.
  await connector.probe(callOn(account))
})
afterEach(async () => {
  await connector.close()
  await sandbox.close()
})

const chargeFor = (amount: bigint) => ({ ...chargeOf(account, {}), money: { amount, currency: 'EUR' } })
type Asked = ReturnType<typeof chargeFor>
const authorize = (charge: Asked, signal = timeLimit()) => connector.authorize(callOn(account, {}, signal), charge)
const inquire = (charge: Asked) => connector.inquire(callOn(account), attemptOf(charge))
const accessTo = async () => callOn(account)
const reversals = () => sandbox.requests.filter(({ type }) => type.startsWith('04'))
const rowOf = async ({ attemptId }: Asked) => {
  const [row] = await database.sql<{ state: string; tries: number; code: string | null; answer: object | null }[]>`
    select state, reversal_tries as tries, reversal_code as code, answer from acquirer_requests
    where attempt_id = ${attemptId}`
  return row
}
const makeDue = () => database.sql`update acquirer_requests set reversal_at = now() where state = 'REVERSING'`

test('a reversal is stored before it is sent', async () => {
  const charge = chargeFor(5991n)
  // The host answers no reversal, so that what is stored was stored before.
  sandbox.orders.next.set('0400', { code: '00', answer: 'lost' })
  await expect(authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
  expect(await rowOf(charge)).toMatchObject({ state: 'REVERSING' })
  await expect.poll(reversals).toHaveLength(1)
})

test('is repeated as 0401 under the same number until the acquirer confirms it', async () => {
  const charge = chargeFor(5991n)
  sandbox.orders.next.set('0400', { code: '00', answer: 'lost' }).set('0401', { code: '91', answer: 'at-once' })
  await expect(authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
  await expect.poll(reversals).toHaveLength(1)
  // Not before its time.
  await connector.repeatReversals(accessTo)
  expect(reversals()).toHaveLength(1)
  for (let repeats = 0; repeats < 3; repeats += 1) {
    await makeDue()
    await connector.repeatReversals(accessTo)
  }
  expect(reversals().map(({ type }) => type)).toEqual(['0400', '0401', '0401'])
  expect(new Set(reversals().map(({ fields }) => fields[11])).size).toBe(1)
  expect(await rowOf(charge)).toMatchObject({ state: 'REVERSED', code: '00', tries: 3 })
  expect(sandbox.complaints).toEqual([])
})

test('a late approval does not undo it', async () => {
  const charge = chargeFor(5993n)
  await expect(authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
  await expect.poll(() => rowOf(charge)).toMatchObject({ state: 'REVERSED', answer: { 39: '00' } })
  expect(await inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
  expect(reversals()).toHaveLength(1)
})

test('an approval that comes after a reversal that found nothing is reversed again', async () => {
  const charge = chargeFor(5992n)
  await expect(authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
  await expect.poll(() => rowOf(charge)).toMatchObject({ state: 'REVERSED', code: '25' })
  const { fields } = sandbox.requests.find(({ type }) => type === '0200')!
  const echoed = [3, 4, 7, 11, 32, 37, 41, 42, 49].map((number) => [number, fields[number]!])
  sandbox.send({ type: '0210', fields: { ...Object.fromEntries(echoed), 38: '000001', 39: '00' } })
  await expect.poll(() => rowOf(charge)).toMatchObject({ state: 'REVERSING', tries: 0 })
  await connector.repeatReversals(accessTo)
  expect(reversals()).toHaveLength(2)
})

test('a request whose process died before the answer is reversed by another one', async () => {
  const charge = chargeFor(5991n)
  void authorize(charge).catch(() => undefined)
  await expect.poll(() => sandbox.book.entries.size).toBe(1)
  const another = connectorOn(database.sql)
  await another.repeatReversals(accessTo)
  expect(await rowOf(charge)).toMatchObject({ state: 'SENT' })
  await database.sql`update acquirer_requests set answer_due_at = now()`
  await another.repeatReversals(accessTo)
  expect(await rowOf(charge)).toMatchObject({ state: 'REVERSED', code: '00' })
  await another.close()
})

test('is counted where no call to the connector asks for it', async () => {
  const counted: string[] = []
  const counting = connectorOn(database.sql, {}, async (_account, operation, ask) => {
    counted.push(operation)
    return ask()
  })
  const charge = chargeFor(1000n)
  await authorize(charge)
  await database.sql`update acquirer_requests set state = 'SENT', answer_due_at = now()`
  await counting.repeatReversals(accessTo)
  expect(counted).toEqual(['reversal'])
  await counting.close()
})

test('two workers do not send the same reversal twice', async () => {
  const charges = Array.from({ length: 10 }, () => chargeFor(1000n))
  await Promise.all(charges.map((charge) => authorize(charge)))
  await database.sql`update acquirer_requests set state = 'SENT', answer_due_at = now()`
  const workers = [connector, connectorOn(database.sql), connectorOn(database.sql)]
  await Promise.all(workers.map((worker) => worker.repeatReversals(accessTo)))
  expect(reversals()).toHaveLength(10)
  expect([...sandbox.book.entries.values()].every(({ isReversed }) => isReversed)).toBe(true)
  await Promise.all(workers.slice(1).map((worker) => worker.close()))
})

test('a try that could not be sent is none: the acquirer is sent a 0400 first', async () => {
  const charge = chargeFor(5995n)
  await expect(authorize(charge)).rejects.toThrow(UnknownOutcome)
  await expect.poll(() => rowOf(charge)).toMatchObject({ state: 'REVERSING', tries: 0 })
  await expect
    .poll(async () => {
      await makeDue()
      await connector.repeatReversals(accessTo)
      // A later turn of this loop may find it due again, and repeat it as 0401.
      return reversals()[0]?.type
    })
    .toBe('0400')
})

test('nothing is sent while the line is down, and the payment may be tried elsewhere', async () => {
  await sandbox.close()
  const charge = chargeFor(1000n)
  expect(await authorize(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
  expect(await inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
  expect(await rowOf(charge)).toMatchObject({ state: 'UNSENT' })
  sandbox = await openIso8583Sandbox()
})

test('an approval of a part, and an answer that was late for the issuer, are reversed', async () => {
  for (const [amount, code] of [
    [6010n, '1000'],
    [6068n, '1001'],
  ] as const) {
    const charge = chargeFor(amount)
    expect(await authorize(charge)).toMatchObject({ kind: 'outcome', outcome: { code } })
    expect(await rowOf(charge)).toMatchObject({ state: 'REVERSING' })
  }
  await connector.repeatReversals(accessTo)
  expect(reversals()).toHaveLength(2)
})

test('an answer that belongs to nothing is kept to be reviewed', async () => {
  await authorize(chargeFor(1000n))
  const fields = { 4: '000000009999', 7: '1121021500', 11: '999999', 32: '438309', 39: '00', 41: 'TERM0001' }
  sandbox.send({ type: '0110', fields: { ...fields, 2: CARD_NUMBER } })
  const strays = () => database.sql<{ fields: object }[]>`select fields from acquirer_strays`
  await expect.poll(() => strays().then((rows) => rows.map((row) => row.fields))).toEqual([fields])
})

describe('A void', () => {
  const voidOf = (charge: Asked) => ({ ...followUpOf(charge), operation: 'VOID' as const })

  test('reverses its payment, once, and says what the acquirer said', async () => {
    const charge = chargeFor(1000n)
    await authorize(charge)
    const wanted = voidOf(charge)
    const answers = await Promise.all([1, 2, 3].map(() => connector.followUp(callOn(account), wanted)))
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
    expect(reversals()).toHaveLength(1)
    expect(await connector.inquire(callOn(account), attemptOf(wanted))).toEqual(answers[0])
  })

  test('that is refused leaves the payment as it was', async () => {
    const charge = chargeFor(1000n)
    await authorize(charge)
    sandbox.orders.next.set('0400', { code: '12', answer: 'at-once' })
    const answer = await connector.followUp(callOn(account), voidOf(charge))
    expect(answer).toMatchObject({ outcome: { code: '1001', providerResponseCode: '12' } })
    expect(await inquire(charge)).toMatchObject({ outcome: { code: '0000' } })
  })

  test('that is not answered is repeated, and found by inquiry', async () => {
    const charge = chargeFor(1000n)
    await authorize(charge)
    sandbox.orders.next.set('0400', { code: '00', answer: 'lost' })
    const wanted = voidOf(charge)
    const given = connector.followUp(callOn(account, {}, soon()), wanted)
    await expect(given).rejects.toThrow(UnknownOutcome)
    await makeDue()
    await connector.repeatReversals(accessTo)
    expect(await connector.inquire(callOn(account), attemptOf(wanted))).toMatchObject({ outcome: { code: '0000' } })
  })
})

test('every trace number of a terminal is given once a day', async () => {
  const another = connectorOn(database.sql)
  const charges = Array.from({ length: 40 }, () => chargeFor(1000n))
  await Promise.all(
    charges.map((charge, index) => (index % 2 ? connector : another).authorize(callOn(account), charge)),
  )
  const traces = sandbox.requests.map(({ fields }) => fields[11])
  expect(new Set(traces).size).toBe(traces.length)
  await another.close()
})

test('the book holds no card number in clear', async () => {
  await authorize(chargeFor(1000n))
  const [{ text }] = await database.sql<[{ text: string }]>`
    select string_agg(request::text, ' ') || encode(string_agg(sealed_card, ''), 'escape') as text
    from acquirer_requests request`
  expect(text).toContain('TERM0001')
  expect(text).not.toContain(CARD_NUMBER)
  expect(text).not.toContain(Buffer.from(CARD_NUMBER).toString('hex'))
})
