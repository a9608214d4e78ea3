import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import { CARD_NUMBER, CVV, callOn, chargeOf, timeLimit } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openAcquirerLines } from '#store/iso8583/acquirer-lines.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// One process has the line to an acquirer; the others hand it their messages.

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let account: ProviderAccount
let processes: Iso8583[] = []

beforeAll(async () => {
  database = await freshDatabase(12)
})
afterAll(() => database.drop())
beforeEach(async () => {
  sandbox = await openIso8583Sandbox()
  account = newIsoAccount(sandbox.port)
})
afterEach(async () => {
  await Promise.all(processes.map((one) => one.close()))
  processes = []
  await sandbox.close()
})

function newProcess(leaseMs = 30_000): Iso8583 {
  const made = connectorOn(database.sql, { leaseMs })
  processes.push(made)
  return made
}

const lineBook = () => openAcquirerLines(database.sql)
const payments = () => sandbox.requests.filter(({ type }) => type === '0200')
const approved = { kind: 'outcome', outcome: { code: '0000' } }

/** Claims the line for an owner that does nothing with it. */
async function deadOwner(leaseMs: number): Promise<{ providerAccountId: string; lease: bigint }> {
  const { providerAccountId } = account
  const [{ key }] = await database.sql<[{ key: Buffer }]>`select decode(repeat('09', 32), 'hex') as key`
  const lease = await lineBook().take({ providerAccountId, ownerKey: key, opened: 'as before' }, leaseMs)
  return { providerAccountId, lease: lease! }
}

test('three processes pay over one connection, each payment once', async () => {
  const [first, ...others] = [newProcess(), newProcess(), newProcess()]
  expect(await first!.probe(callOn(account))).toEqual([])
  const charges = Array.from({ length: 30 }, () => chargeOf(account, {}))
  const answers = await Promise.all(
    charges.map((charge, index) => [first!, ...others][index % 3]!.authorize(callOn(account), charge)),
  )
  for (const answer of answers) expect(answer).toMatchObject(approved)
  expect(payments()).toHaveLength(30)
  expect(sandbox.connections).toBe(1)
  expect(sandbox.complaints).toEqual([])
})

test('processes that begin concurrently agree on one owner', async () => {
  const charges = [1, 2, 3, 4].map(() => chargeOf(account, {}))
  const answers = await Promise.all(charges.map((charge) => newProcess().authorize(callOn(account), charge)))
  for (const answer of answers) expect(answer).toMatchObject(approved)
  expect(sandbox.requests.filter(({ fields }) => fields[70] === '001')).toHaveLength(1)
})

test('an answer is the same through another process: decline, soft decline, approval in part', async () => {
  await newProcess().probe(callOn(account))
  const through = newProcess()
  for (const [amount, expected] of [
    [6051n, { outcome: { code: '1004', providerResponseCode: '51' } }],
    [5010n, { kind: 'authentication-required' }],
    [6010n, { outcome: { code: '1000', providerResponseCode: '10' } }],
  ] as const) {
    const charge = { ...chargeOf(account, {}), money: { amount, currency: 'EUR' } }
    expect(await through.authorize(callOn(account), charge)).toMatchObject(expected)
  }
})

test('the line of an owner that is gone is taken over, and what it never took is sent', async () => {
  await deadOwner(1500)
  const charge = chargeOf(account, {})
  expect(await newProcess().authorize(callOn(account), charge)).toMatchObject(approved)
  expect(payments()).toHaveLength(1)
})

test('what an owner took before it was gone is sent by no other owner, and reversed', async () => {
  const dead = await deadOwner(30_000)
  const next = newProcess()
  const charge = chargeOf(account, {})
  const given = next.authorize(callOn(account), charge)
  const refused = expect(given).rejects.toThrow(UnknownOutcome)
  await eventually('it is taken', 30, async () => (await lineBook().takeHandOvers([dead]))[0])
  await lineBook().leave(dead)
  await refused
  await expect.poll(() => sandbox.requests.filter(({ type }) => type === '0400').length, { timeout: 30_000 }).toBe(1)
  expect(payments()).toEqual([])
})

test('a message that its sender withdrew is not sent', async () => {
  const dead = await deadOwner(30_000)
  const handOver = { ...dead, opened: 'as before', sealedMessage: Buffer.from('sealed'), milliseconds: 30_000 }
  const [kept, withdrawn] = [await lineBook().handOver(handOver), await lineBook().handOver(handOver)]
  expect(await lineBook().withdraw(withdrawn)).toMatchObject({ state: 'NEW' })
  const taken = await lineBook().takeHandOvers([dead])
  expect(taken.map(({ number }) => number)).toEqual([kept])
  expect(await lineBook().takeHandOvers([dead])).toEqual([])
  expect(await lineBook().withdraw(kept)).toMatchObject({ state: 'TAKEN' })
})

test('an owner whose lease is over takes nothing', async () => {
  const dead = await deadOwner(30_000)
  await lineBook().handOver({ ...dead, opened: '', sealedMessage: Buffer.from('sealed'), milliseconds: 30_000 })
  await lineBook().leave(dead)
  expect(await lineBook().takeHandOvers([dead])).toEqual([])
  expect(await lineBook().keep([dead], 30_000)).toEqual([])
  const next = await deadOwner(30_000)
  expect(next.lease).toBe(dead.lease + 1n)
  expect(await lineBook().takeHandOvers([next])).toEqual([])
})

test('a message is not sent when its sender has no time left', async () => {
  await deadOwner(30_000)
  const given = newProcess().authorize(callOn(account, {}, AbortSignal.timeout(300)), chargeOf(account, {}))
  expect(await given).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
  expect(
    await database.sql`
    select number from acquirer_hand_overs where provider_account_id = ${account.providerAccountId}`,
  ).toEqual([])
})

test('an owner that another process has replaced hangs up', async () => {
  const replaced = newProcess(1500)
  await replaced.probe(callOn(account))
  expect(sandbox.connections).toBe(1)
  await database.sql`
    update acquirer_lines set lease = lease + 1, expires_at = now() + interval '1 minute'
    where provider_account_id = ${account.providerAccountId}`
  await expect.poll(() => sandbox.connections, { timeout: 30_000 }).toBe(0)
})

test('a process that ends leaves its line to the next immediately', async () => {
  const first = newProcess()
  await first.probe(callOn(account))
  const second = newProcess()
  await first.close()
  expect(await second.authorize(callOn(account), chargeOf(account, {}))).toMatchObject(approved)
  expect(sandbox.requests.filter(({ fields }) => fields[70] === '002')).toHaveLength(1)
})

test('a process that ends waits for the answers to what others gave it', async () => {
  const first = newProcess()
  await first.probe(callOn(account))
  const charge = { ...chargeOf(account, {}), money: { amount: 5993n, currency: 'EUR' } }
  const given = newProcess().authorize(callOn(account), charge)
  await expect.poll(() => sandbox.book.entries.size, { timeout: 30_000 }).toBe(1)
  await first.close()
  expect(await given).toMatchObject(approved)
  expect(sandbox.requests.at(-1)?.fields[70]).toBe('002')
})

test('changed settings apply to the line, even if only one process knows them', async () => {
  const [old, knowing] = [newProcess(), newProcess()]
  await old.probe(callOn(account))
  const changed = { ...account, settings: { ...account.settings, merchant_id: 'MERCHANT0000002' } }
  expect(await knowing.authorize(callOn(changed), chargeOf(changed, {}))).toMatchObject(approved)
  expect(await old.authorize(callOn(changed), chargeOf(changed, {}))).toMatchObject(approved)
  expect(payments().map(({ fields }) => fields[42])).toEqual(['MERCHANT0000002', 'MERCHANT0000002'])
  await expect.poll(() => sandbox.connections, { timeout: 30_000 }).toBe(1)
})

test('a process that still takes a key that was replaced shares the line of those who do not', async () => {
  const key = { sealed: '', fingerprint: 'f1', updatedAt: '2026-11-23T00:00:00Z' }
  const stale = { ...account, credentials: { mac_key: { ...key, previous: 'b2xk' } } }
  const fresh = { ...account, credentials: { mac_key: { ...key, previous: null } } }
  const [one, other] = [newProcess(), newProcess()]
  for (const [process, of] of [
    [one, stale],
    [other, fresh],
    [one, stale],
    [other, fresh],
    [one, fresh],
    [other, stale],
  ] as const) {
    expect(await process.authorize(callOn(of), chargeOf(of, {}))).toMatchObject(approved)
  }
  // Of the first, and of the first that knew better.
  expect(sandbox.requests.filter(({ fields }) => fields[70] === '001')).toHaveLength(2)
})

test('a message that waits in the database is encrypted', async () => {
  await deadOwner(30_000)
  const given = newProcess().authorize(callOn(account, {}, timeLimit()), chargeOf(account, {}))
  const sealed = await eventually('it lies there', 30, async () => {
    const [row] = await database.sql<{ message: Buffer }[]>`
      select message from acquirer_hand_overs where provider_account_id = ${account.providerAccountId}`
    return row?.message
  })
  for (const form of [sealed.toString('latin1'), sealed.toString('hex')]) {
    expect(form).not.toContain(CARD_NUMBER)
    expect(form).not.toContain(Buffer.from(CARD_NUMBER).toString('hex'))
    expect(form).not.toContain(`11 ${CVV}`)
  }
  await database.sql`
    update acquirer_lines set expires_at = now() where provider_account_id = ${account.providerAccountId}`
  expect(await given).toMatchObject(approved)
})
