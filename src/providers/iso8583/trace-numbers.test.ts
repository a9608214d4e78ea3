import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import { callOn, chargeOf, followUpOf, soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// Data element 11 has six digits, and a busy terminal uses all of them.

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583
let account: ProviderAccount
let unwritten: string[] = []

beforeAll(async () => {
  database = await freshDatabase(8)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate acquirer_requests`
  sandbox = await openIso8583Sandbox()
  unwritten = []
  connector = connectorOn(database.sql, {}, undefined, {
    unwritten: (_, operation, why) => void unwritten.push(`${operation}: ${why}`),
  })
  account = newIsoAccount(sandbox.port)
})
afterEach(async () => {
  await connector.close()
  await sandbox.close()
})

const chargeFor = (amount: bigint) => ({ ...chargeOf(account, {}), money: { amount, currency: 'EUR' } })
const approved = { kind: 'outcome', outcome: { code: '0000' } }
const accessTo = async () => callOn(account)
const lastNumberIs = (stan: number) => database.sql`update acquirer_traces set last_stan = ${stan}`
const sent = () => sandbox.requests.map(({ type, fields }) => `${type} ${fields[11]}`)
const makeDue = () => database.sql`update acquirer_requests set reversal_at = now() where state = 'REVERSING'`
const standing = async () => {
  const rows = await database.sql<{ state: string; tries: number; waits: boolean }[]>`
    select state, reversal_tries as tries, reversal_at > now() + interval '1 minute' as waits from acquirer_requests`
  return rows[0]
}

test('000001 follows 999999 in payments, reversals and refunds', async () => {
  await connector.probe(callOn(account))
  await lastNumberIs(999_997)
  const first = chargeFor(1000n)
  expect(await connector.authorize(callOn(account), first)).toMatchObject(approved)
  await expect(connector.authorize(callOn(account, {}, soon()), chargeFor(5991n))).rejects.toThrow(UnknownOutcome)
  await expect.poll(sent).toContain('0400 000001')
  await lastNumberIs(999_999)
  expect(await connector.followUp(callOn(account), followUpOf(first))).toMatchObject(approved)
  expect(sent().slice(2)).toEqual(['0200 999998', '0200 999999', '0400 000001', '0200 000001'])
  expect(unwritten).toEqual([])
})

test('000001 follows 999999 when the line signs on, and when it signs off', async () => {
  await connector.probe(callOn(account))
  await lastNumberIs(999_999)
  sandbox.hangUp()
  await expect.poll(sent).toContain('0800 000001')
  expect(await connector.probe(callOn(account))).toEqual([])
  await lastNumberIs(999_999)
  await connector.close()
  await expect.poll(() => sent().at(-1)).toBe('0800 000001')
})

test('a number above 999999, as an earlier release stored it, is followed by one that fits', async () => {
  await connector.probe(callOn(account))
  await lastNumberIs(1_000_004)
  expect(await connector.authorize(callOn(account), chargeFor(1000n))).toMatchObject(approved)
  expect(sent().at(-1)).toBe('0200 000006')
})

test('a reversal that cannot be written is reported at every try, and sent once it can be', async () => {
  await connector.probe(callOn(account))
  const charge = chargeFor(5991n)
  sandbox.orders.next.set('0400', { code: '00', answer: 'lost' })
  await expect(connector.authorize(callOn(account, {}, soon()), charge)).rejects.toThrow(UnknownOutcome)
  await expect.poll(() => sent().some((message) => message.startsWith('0400'))).toBe(true)
  await database.sql`update acquirer_requests set fields = fields || '{"43": "Café"}', reversal_tries = 0`
  await makeDue()
  await connector.repeatReversals(accessTo)
  expect(unwritten).toEqual(['reversal: Data element 43 holds characters that it may not.'])
  expect(await standing()).toEqual({ state: 'REVERSING', tries: 0, waits: true })
  const name = 'MERCHANT'.padEnd(25)
  const place = `${name}${'BRUSSELS'.padEnd(13)}BE`
  await database.sql`update acquirer_requests set fields = fields || ${database.sql.json({ 43: place })}`
  await makeDue()
  await connector.repeatReversals(accessTo)
  expect(await standing()).toMatchObject({ state: 'REVERSED', tries: 1 })
})

test('it is reported too where another process has the line', async () => {
  const owner = connectorOn(database.sql)
  await owner.probe(callOn(account))
  await owner.authorize(callOn(account), chargeFor(1000n))
  await database.sql`
    update acquirer_requests set state = 'SENT', answer_due_at = now(), fields = fields || '{"43": "Café"}'`
  await connector.repeatReversals(accessTo)
  expect(unwritten).toEqual(['reversal: Data element 43 holds characters that it may not.'])
  expect(await standing()).toEqual({ state: 'REVERSING', tries: 0, waits: true })
  await owner.close()
})

test('the reversal of a card that cannot be decrypted stays stored, and is reported', async () => {
  await connector.authorize(callOn(account), chargeFor(1000n))
  await database.sql`update acquirer_requests set state = 'SENT', answer_due_at = now(), sealed_card = ''`
  await connector.repeatReversals(accessTo)
  expect(unwritten).toEqual(['reversal: The message cannot be built.'])
  expect(await standing()).toEqual({ state: 'REVERSING', tries: 0, waits: true })
})

test('a payment that cannot be encoded fails as not sent', async () => {
  const narrow = { ...account, settings: { ...account.settings, field_table: 'iso-1987-cmac' } }
  const answer = await connector.authorize(callOn(narrow), chargeFor(1000n))
  const why = 'The credential mac_key has to be a key for aes-cmac, 32 or 48 or 64 hexadecimal digits.'
  const responseMessage = 'The message could not be encoded for the acquirer; nothing was sent.'
  expect(answer).toMatchObject({ outcome: { code: '1001', responseMessage } })
  expect(unwritten).toEqual([`charge: ${why}`])
  expect(sandbox.book.entries.size).toBe(0)
})

test('the check names the reason', async () => {
  sandbox.orders.signOn = '58'
  expect(await connector.probe(callOn(account))).toEqual([
    'The line to the acquirer is down. It rejected our sign-on (response code 58).',
  ])
  expect((await connector.probe(callOn(newIsoAccount(1))))[0]).toContain('Check host, port and tls')
})
