import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOn, chargeOf, soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// Messages on the line that answer no request.

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583
let account: ReturnType<typeof newIsoAccount>
let told: string[] = []

beforeAll(async () => {
  database = await freshDatabase(8)
  sandbox = await openIso8583Sandbox()
  connector = connectorOn(database.sql, {}, undefined, {
    unasked: (providerAccountId, kind) => void told.push(`${providerAccountId} ${kind}`),
  })
  account = newIsoAccount(sandbox.port)
  await connector.probe(callOn(account))
})
afterAll(async () => {
  await connector.close()
  await sandbox.close()
  await database.drop()
})

const rows = async () => {
  const [{ count }] = await database.sql<[{ count: number }]>`select count(*)::int as count from acquirer_strays`
  return count
}
const chargeFor = (amount: bigint) => ({ ...chargeOf(account, {}), money: { amount, currency: 'EUR' } })

test('a message that cannot be read is counted and leaves no row', async () => {
  sandbox.shout(Buffer.from('0004junk'))
  await expect.poll(() => told).toEqual([`${account.providerAccountId} unreadable`])
  expect(await rows()).toBe(0)
})

test('a late answer without acquirer and terminal finds its request', async () => {
  sandbox.orders.answers = { 32: '', 41: '' }
  const charge = chargeFor(5993n)
  await expect(connector.authorize(callOn(account, {}, soon()), charge)).rejects.toThrow(UnknownOutcome)
  const answers = () => database.sql<{ answer: object | null }[]>`select answer from acquirer_requests`
  await expect.poll(answers).toMatchObject([{ answer: { 39: '00' } }])
  sandbox.orders.answers = {}
  expect(await rows()).toBe(0)
})

test('unmatched answers are stored up to a limit, all are counted, and payments continue', async () => {
  told = []
  const fields = { 7: '1121021500', 32: '438309', 39: '00', 41: 'TERM0001' }
  for (let number = 1; number <= 600; number += 1)
    sandbox.send({ type: '0210', fields: { ...fields, 11: String(number).padStart(6, '0') } })
  expect(await connector.authorize(callOn(account), chargeFor(1000n))).toMatchObject({ outcome: { code: '0000' } })
  await expect.poll(() => told.length).toBe(600)
  await expect.poll(rows).toBe(500)
})
