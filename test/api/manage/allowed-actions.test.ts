import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { approved, authorized, captured, done, follow, type Operation, type Shown } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway({ SETTLEMENT_DELAY_SECONDS: '3600' })
  merchant = app.merchant
})
afterAll(() => app.close())

const OPERATIONS: Readonly<Record<string, Operation>> = { capture: 'CAPTURE', refund: 'REFUND', void: 'VOID' }

/** An original after these follow-ups. */
const followedUp = async (original: Shown, ...steps: [Operation, Record<string, unknown>][]) => {
  for (const [operation, changes] of steps) await done(merchant, original, operation, changes)
  return original
}

/** A purchase that was finished so long ago that it is settled by now. */
async function settled(): Promise<Shown> {
  const original = await approved(merchant)
  await app.database
    .sql`update transactions set finished_at = finished_at - interval '2 hours' where id = ${original.id}`
  return original
}

async function declined(): Promise<Shown> {
  return (
    await merchant.authorize({
      metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_DECLINED' },
    })
  ).body.result
}

const FINAL = { amount: 500, options: { final_capture: true } }

type Followed = [string, () => Promise<Shown>, string[]]

describe.each<Followed>([
  ['an approved AUTHORIZE', () => authorized(merchant), ['capture', 'void']],
  ['one that is captured in part', () => captured(merchant, 1250, 500), ['capture', 'refund', 'void']],
  ['a PURCHASE that is settled', settled, ['refund']],
  ['a declined PURCHASE', declined, []],
])('allowed_actions of %s', areTaken)

describe.each<Followed>([
  ['one that is captured whole', () => captured(merchant, 1250, 1250), ['refund']],
  ['one with its final capture', async () => followedUp(await authorized(merchant), ['CAPTURE', FINAL]), ['refund']],
  ['one that is voided', async () => followedUp(await authorized(merchant), ['VOID', {}]), []],
  ['a PURCHASE that is not settled', () => approved(merchant), ['refund', 'void']],
  [
    'one that is refunded in part',
    async () => followedUp(await approved(merchant), ['REFUND', { amount: 1 }]),
    ['refund'],
  ],
  ['one that is refunded whole', async () => followedUp(await approved(merchant), ['REFUND', {}]), []],
  ['a refund', async () => done(merchant, await approved(merchant), 'REFUND'), []],
])('allowed_actions of %s', { tags: ['full'] }, areTaken)

function areTaken(...[_, make, allowed]: Followed): void {
  it(`are [${allowed}]`, async () => {
    const { id } = await make()
    expect((await merchant.status(id)).transaction.allowed_actions).toEqual(allowed)
    const { items } = (await merchant.call('GET', '/api/transactions')).body
    expect(items.find((item: Shown) => item.id === id).allowed_actions).toEqual(allowed)
  })

  it.each(Object.entries(OPERATIONS))('is what the gateway then takes of %s', async (action, operation) => {
    const original = await make()
    const { transaction } = await merchant.status(original.id)
    const left = transaction.amount - (transaction.transaction_type === 'AUTHORIZE' ? transaction.captured_amount : 0n)
    const changes = { amount: action === 'void' && left > 0n ? left : 1 }
    const { status } = await follow(merchant, original, operation, changes)
    expect(status === 'INVALID').toBe(!allowed.includes(action))
  })
}

it('a capture in progress counts: what is reserved whole can neither be captured nor voided', async () => {
  const original = await authorized(merchant)
  await follow(merchant, original, 'CAPTURE', { metadata: { response_code: 'TRX_STATUS_PENDING' } })
  expect((await merchant.status(original.id)).transaction.allowed_actions).toEqual([])
})

it('are in every answer that shows a record, and not in events', async () => {
  const { result } = (await merchant.authorize()).body
  expect(result.allowed_actions).toEqual(['refund', 'void'])
  expect((await follow(merchant, result, 'REFUND')).allowed_actions).toEqual([])
  const { items } = (await merchant.call('GET', '/api/events')).body
  expect(JSON.stringify(items, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
    'allowed_actions',
  )
})
