import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { approved, ask, authorized, bodyFor, type Operation, type Shown, sumsOf } from './follow-ups.ts'

let app: RunningGateway
let merchant: TestMerchant
let addresses: string[]
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
  addresses = [app.baseUrl, await app.secondApi()]
})
afterAll(() => app.close())

/** Sends follow-ups together, by turns to both API processes. @returns their records */
async function atOnce(
  parent: Shown,
  followUps: readonly [Operation, Record<string, unknown>][],
  merchant = app.merchant,
): Promise<Shown[]> {
  const answers = await Promise.all(
    followUps.map(([operation, changes], index) =>
      ask(merchant, bodyFor(parent, operation, changes), addresses[index % addresses.length]),
    ),
  )
  for (const { status } of answers) expect(status).toBe(200)
  return answers.map(({ body }) => body)
}

const eight = (operation: Operation, changes: Record<string, unknown> = {}) =>
  Array.from({ length: 8 }, () => [operation, changes] as [Operation, Record<string, unknown>])

const statusesOf = (records: readonly Shown[]) => records.map(({ status }) => status).sort()

const SOME = (count: number) => [...Array(count).fill('APPROVED'), ...Array(8 - count).fill('INVALID')]

describe('8 concurrent requests over two API processes', () => {
  it.each([
    [100n, 30n, 3],
    [100n, 100n, 1],
    [8n, 1n, 8],
    [9223372036854775807n, 3074457345618258603n, 2],
    [9223372036854775807n, 9223372036854775807n, 1],
  ])('refunds of %d: %d each, %i of them, never more than was captured', async (amount, each, count) => {
    const sold = await approved(merchant, { amount })
    const records = await atOnce(sold, eight('REFUND', { amount: each }))
    expect(statusesOf(records)).toEqual(SOME(count))
    expect(await sumsOf(merchant, sold)).toEqual([amount, each * BigInt(count)])
  })

  it('captures never exceed what was authorized, pending ones included', async () => {
    const hold = await authorized(merchant, { amount: 100 })
    const metadata = { response_code: 'TRX_STATUS_PENDING' }
    const followUps = eight('CAPTURE', { amount: 30 })
    const records = await atOnce(
      hold,
      followUps.map(([type, changes], index) => [type, index % 2 === 0 ? changes : { ...changes, metadata }]),
    )
    expect(records.filter(({ status }) => status !== 'INVALID')).toHaveLength(3)
  })

  it('voids: exactly one', async () => {
    expect(statusesOf(await atOnce(await authorized(merchant), eight('VOID')))).toEqual(SOME(1))
  })

  it('final captures: exactly one', async () => {
    const hold = await authorized(merchant, { amount: 100 })
    const records = await atOnce(hold, eight('CAPTURE', { amount: 10, options: { final_capture: true } }))
    expect(statusesOf(records)).toEqual(SOME(1))
    expect(await sumsOf(merchant, hold)).toEqual([10n, 0n])
  })
})

describe('the normalized_amount of parts that arrive concurrently', () => {
  const DECLINED = { metadata: { response_code: 'TRX_STATUS_DECLINED' } }

  it('adds up to that of the whole, for captures and for their refunds, declined ones in between', async () => {
    const inUsd = { settlementCurrency: 'USD', exchangeRates: { JPY: '0.0067' } }
    const abroad = await app.newMerchant({ merchant: inUsd })
    const hold = await authorized(abroad, { amount: 40, currency: 'JPY' })
    for (const operation of ['CAPTURE', 'REFUND'] as const) {
      const failing = eight(operation, { amount: 1, ...DECLINED })
      await Promise.all([
        atOnce(hold, failing.slice(0, 4), abroad),
        atOnce(hold, eight(operation, { amount: 4 }), abroad),
      ])
      await atOnce(hold, eight(operation, { amount: 1 }), abroad)
      const { items } = (await abroad.call('GET', `/api/transactions?transaction_type=${operation}&status=APPROVED`))
        .body
      const sum = (field: string) => items.reduce((total: bigint, item: Shown) => total + item[field], 0n)
      expect([sum('amount'), sum('normalized_amount')]).toEqual([40n, hold.normalized_amount])
    }
  })
})

describe('two that exclude each other', () => {
  it.each(Array.from({ length: 6 }, (_, round) => round))('capture against void: exactly one (%i)', async (round) => {
    const hold = await authorized(merchant)
    const pair: [Operation, Record<string, unknown>][] = [
      ['CAPTURE', {}],
      ['VOID', {}],
    ]
    const records = await atOnce(hold, round % 2 === 0 ? pair : pair.toReversed())
    expect(statusesOf(records)).toEqual(['APPROVED', 'INVALID'])
    const [winner] = records.filter(({ status }) => status === 'APPROVED')
    const captured = winner.transaction_type === 'CAPTURE' ? hold.amount : 0n
    expect(await sumsOf(merchant, hold)).toEqual([captured, 0n])
  })

  it.each(Array.from({ length: 4 }, (_, round) => round))('refund against void: exactly one (%i)', async () => {
    const sold = await approved(merchant)
    const records = await atOnce(sold, [
      ['REFUND', { amount: 1 }],
      ['VOID', {}],
    ])
    expect(statusesOf(records)).toEqual(['APPROVED', 'INVALID'])
  })
})
