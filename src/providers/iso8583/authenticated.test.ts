import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '#domain/credentials.ts'
import { Secret } from '#domain/secret.ts'
import { attemptOf, callOn, chargeOf, followUpOf } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// A host that authenticates every message of money, and wants ours to be.

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(8)
})
afterAll(() => database.drop())

const KEY = '0123456789ABCDEFFEDCBA9876543210'
const known = (current: string, previous?: string): Credentials => ({
  mac_key: { current: new Secret(current), previous: previous === undefined ? null : new Secret(previous) },
})

describe.each([
  ['iso-1987-x9.19', 'x9.19', 'hex'],
  ['iso-1987-cmac', 'aes-cmac', 'binary'],
] as const)('%s', (fieldTable, algorithm, bitmap) => {
  let sandbox: Iso8583Sandbox
  let connector: Iso8583
  let account: ReturnType<typeof newIsoAccount>
  const unreadable: string[] = []

  beforeAll(async () => {
    sandbox = await openIso8583Sandbox({ bitmap, mac: { algorithm, keys: [new Secret(KEY)] } })
    connector = connectorOn(database.sql, {}, undefined, {
      unasked: (providerAccountId) => void unreadable.push(providerAccountId),
    })
    account = newAccount()
    expect(await connector.probe(callOn(account, known(KEY)))).toEqual([])
  })
  afterAll(async () => {
    await connector.close()
    await sandbox.close()
  })

  const newAccount = () => newIsoAccount(sandbox.port, { field_table: fieldTable, bitmap_form: bitmap })
  const chargeFor = (amount: bigint) => ({ ...chargeOf(account, {}), money: { amount, currency: 'EUR' } })

  test('takes a payment and its refund', async () => {
    const charge = chargeFor(1000n)
    const approved = { outcome: { code: '0000' } }
    expect(await connector.authorize(callOn(account, known(KEY)), charge)).toMatchObject(approved)
    expect(await connector.followUp(callOn(account, known(KEY)), followUpOf(charge))).toMatchObject(approved)
    expect(sandbox.complaints).toEqual([])
  })

  test('an approval with a wrong code is none: the payment is reversed', async () => {
    const charge = chargeFor(5996n)
    const patience = new AbortController()
    const given = connector.authorize(callOn(account, known(KEY), patience.signal), charge)
    const refused = expect(given).rejects.toThrow(UnknownOutcome)
    await expect.poll(() => unreadable, { timeout: 30_000 }).toContain(account.providerAccountId)
    patience.abort()
    await refused
    const isReversed = () => [...sandbox.book.entries.values()].at(-1)?.isReversed
    await expect.poll(isReversed, { timeout: 30_000 }).toBe(true)
    const ended = await connector.inquire(callOn(account, known(KEY)), attemptOf(charge))
    expect(ended).toMatchObject({ outcome: { code: '1001' } })
  })

  test('a key that is replaced still reads the host, and signs nothing', async () => {
    const later = newAccount()
    const process = connectorOn(database.sql)
    const charge = chargeOf(later, {})
    const patience = new AbortController()
    const call = callOn(later, known('00112233445566778899AABBCCDDEEFF', KEY), patience.signal)
    const refused = expect(process.authorize(call, charge)).rejects.toThrow(UnknownOutcome)
    const wrong = 'The authentication code of the message is not right.'
    await expect.poll(() => sandbox.complaints, { timeout: 30_000 }).toContain(wrong)
    patience.abort()
    await refused
    await process.close()
  })

  test('without a key nothing is sent, and the check says why', async () => {
    const poor = newAccount()
    expect(await connector.probe(callOn(poor))).toEqual([expect.stringContaining('mac_key')])
    const before = sandbox.requests.length
    expect(await connector.authorize(callOn(poor), chargeOf(poor, {}))).toMatchObject({ outcome: { code: '1001' } })
    expect(sandbox.requests.slice(before).filter(({ type }) => type !== '0800')).toEqual([])
  })
})
