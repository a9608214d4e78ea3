import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import { attemptOf, callOn, chargeOf, followUpOf } from '#provider/contract/test-charges.ts'
import { type FollowUp, UnknownOutcome } from '#providers/port/provider.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import type { Iso8583 } from './index.ts'

// A capture that is not answered is sent again until it is.

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583
let account: ProviderAccount
let counted: string[]

beforeAll(async () => {
  database = await freshDatabase(8)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate acquirer_requests, acquirer_strays`
  sandbox = await openIso8583Sandbox()
  counted = []
  connector = connectorOn(database.sql, {}, (_account, operation, ask) => {
    counted.push(operation)
    return ask()
  })
  account = newIsoAccount(sandbox.port)
})
afterEach(async () => {
  await connector.close()
  await sandbox.close()
})

const captures = () => sandbox.requests.filter(({ type }) => type.startsWith('022'))
const reversals = () => sandbox.requests.filter(({ type }) => type.startsWith('04'))
const accessTo = async () => callOn(account)
const inquire = (capture: FollowUp) => connector.inquire(callOn(account), attemptOf(capture))
const captured = () => [...sandbox.book.entries.values()].filter(({ request }) => request.type.startsWith('022')).length

/** The capture of a new authorization, which the host was asked for and does not answer. */
async function unanswered(answer: 'lost' | 'never'): Promise<FollowUp> {
  const charge = { ...chargeOf(account, {}), transactionType: 'AUTHORIZE' } as const
  await connector.authorize(callOn(account), charge)
  const capture = { ...followUpOf(charge), operation: 'CAPTURE' } as const
  sandbox.orders.next.set('0220', { code: '00', answer })
  const patience = new AbortController()
  const given = connector.followUp(callOn(account, {}, patience.signal), capture)
  const refused = expect(given).rejects.toThrow(UnknownOutcome)
  await expect.poll(() => captures().length, { timeout: 30_000 }).toBe(1)
  patience.abort()
  await refused
  return capture
}

async function repeat(): Promise<void> {
  await database.sql`update acquirer_requests set repeat_at = now() where repeat_at is not null`
  await connector.repeatCaptures(accessTo)
}

test.each(['lost', 'never'] as const)(
  'one whose answer is missing (%s) is repeated as 0221, and done once',
  async (why) => {
    const capture = await unanswered(why)
    await expect(inquire(capture)).rejects.toThrow(UnknownOutcome)
    await repeat()
    const [first, again] = captures()
    expect([first!.type, again!.type]).toEqual(['0220', '0221'])
    expect(again!.fields).toEqual(first!.fields)
    expect(await inquire(capture)).toMatchObject({ kind: 'outcome', outcome: { code: '0000' } })
    expect(captured()).toBe(1)
    expect(counted).toEqual(['follow_up'])
    expect(reversals()).toEqual([])
    expect(sandbox.complaints).toEqual([])
  },
)

test('is not repeated before its time, nor once it was answered', async () => {
  const capture = await unanswered('lost')
  await connector.repeatCaptures(accessTo)
  expect(captures()).toHaveLength(1)
  await repeat()
  await repeat()
  expect(captures()).toHaveLength(2)
  expect(await inquire(capture)).toMatchObject({ outcome: { code: '0000' } })
})

test('goes on while no repeat is answered either, and counts none that could not be sent', async () => {
  const capture = await unanswered('lost')
  await sandbox.close()
  // Until the line has heard of it.
  expect(await connector.probe(callOn(account))).toHaveLength(1)
  await repeat()
  const rowOf = async () => {
    const [row] = await database.sql`
      select repeats, state from acquirer_requests where attempt_id = ${capture.attemptId}`
    return row
  }
  expect(await rowOf()).toEqual({ repeats: 0, state: 'SENT' })
  sandbox = await openIso8583Sandbox()
  account = { ...account, settings: { ...account.settings, port: sandbox.port } }
  await expect
    .poll(
      async () => {
        await repeat()
        return rowOf()
      },
      { timeout: 30_000 },
    )
    .toEqual({ repeats: 1, state: 'ANSWERED' })
})

test('an acquirer that has it already says so, and it counts', async () => {
  const capture = await unanswered('never')
  sandbox.orders.next.set('0221', { code: '94', answer: 'at-once' })
  await repeat()
  const outcome = { code: '0000', providerResponseCode: '94' }
  expect(await inquire(capture)).toMatchObject({ kind: 'outcome', outcome })
})

test('that is reversed is no longer repeated', async () => {
  const capture = await unanswered('lost')
  await connector.reverse(callOn(account), attemptOf(capture))
  expect(reversals()).toHaveLength(1)
  // The flows count the call that asks for it.
  expect(counted).toEqual([])
  await repeat()
  expect(captures()).toHaveLength(1)
  expect(await inquire(capture)).toMatchObject({ outcome: { code: '1001' } })
})
