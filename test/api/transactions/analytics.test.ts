import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const get = (merchant: TestMerchant, query: Record<string, string> = {}) =>
  merchant.call('GET', `/api/analytics/payments?${new URLSearchParams(query)}`)

/** Once the worker has counted so many. */
function counted(merchant: TestMerchant, payments: number, query: Record<string, string> = {}) {
  return eventually(`${payments} payments are counted`, 30, async () => {
    const { body } = await get(merchant, query)
    return body.totals.payments === payments && body
  })
}

it('counts how payments ended, by day and by value', async () => {
  const merchant = await app.newMerchant()
  const declines = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' } }
  await Promise.all([
    merchant.authorize({ amount: 1000 }),
    merchant.authorize({ amount: 9007199254740993n, currency: 'JPY' }),
    merchant.authorize({ amount: 500 }),
    merchant.authorize(declines),
    merchant.authorize({ terminal_id: 'ter_unknown' }),
  ])
  const found = await counted(merchant, 5, { group_by: 'currency' })
  expect(found.totals).toMatchObject({ approved: 3, declined: 1, invalid: 1, canceled: 0, approval_rate: 0.75 })
  const eur = { value: 'EUR', payments: 4, approved: 2, approved_amount: 1500n, approval_rate: 2 / 3 }
  const figures = found.groups.map((group: { approved_amount: unknown }) => ({
    ...group,
    approved_amount: BigInt(group.approved_amount as number),
  }))
  expect(figures).toMatchObject([eur, { value: 'JPY', payments: 1, approved_amount: 9007199254740993n }])
  expect(found.items.reduce((sum: number, { payments }: { payments: number }) => sum + payments, 0)).toBe(5)
  const byCode = (await get(merchant, { group_by: 'code' })).body.groups
  expect(byCode).toMatchObject([
    { value: '0000', payments: 3 },
    { value: '1004', declined: 1 },
    { value: '2013', invalid: 1, approval_rate: null },
  ])
  const byTerminal = [
    { value: merchant.terminalId, payments: 4, approved: 3, declined: 1 },
    { value: 'ter_unknown', payments: 1, invalid: 1 },
  ]
  expect((await get(merchant, { group_by: 'terminal' })).body.groups).toMatchObject(byTerminal)
  expect((await get(merchant, { group_by: 'terminal', interval: 'hour' })).body.groups).toMatchObject(byTerminal)
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const byHour = { from, interval: 'hour', terminal_id: merchant.terminalId, group_by: 'brand' }
  const here = (await get(merchant, byHour)).body
  expect([here.totals.payments, here.groups]).toMatchObject([4, [{ value: 'visa', payments: 4 }]])
})

it('counts by hours of the merchant’s zone, which begin at half past in UTC for Asia/Kolkata', async () => {
  const merchant = await app.newMerchant({ merchant: { timeZone: 'Asia/Kolkata' } })
  await merchant.authorize()
  const { body } = await merchant.authorize()
  const at = Date.parse(body.result.created_at) + 5.5 * 3_600_000
  const from = new Date(at - 86_400_000).toISOString().slice(0, 10)
  const found = await counted(merchant, 2, { from, interval: 'hour', group_by: 'brand' })
  const last = found.items.at(-1)
  expect(last).toMatchObject({ day: new Date(at).toISOString().slice(0, 10), groups: [{ value: 'visa' }] })
  expect(last.starts_at).toBe(new Date(at - (at % 3_600_000) - 5.5 * 3_600_000).toISOString())
})

it('counts the results of 3-D Secure, and payments saved by a second account', async () => {
  const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
  const saved = (await merchant.authorize()).body.result
  expect(saved.status).toBe('APPROVED')
  await complete(merchant, await toChallenge(merchant), 'N')
  const { three_ds, retries } = await counted(merchant, 2)
  expect(three_ds).toMatchObject([
    { value: 'failed', declined: 1 },
    { value: 'none', approved: 1 },
  ])
  expect(retries).toMatchObject([
    { value: '0', approved: 0, declined: 1 },
    { value: '1', approved: 1 },
  ])
})

it.each([
  ['from', { from: '2026-02-02', to: '2026-02-01' }],
  ['from', { from: '2020-02-02', to: '2026-02-01' }],
  ['from', { from: 'yesterday' }],
  ['group_by', { group_by: 'reference' }],
  ['group_by', { group_by: 'bin', interval: 'hour' }],
  ['interval', { interval: 'year' }],
])('a bad %s is 422 (%j)', async (property, query) => {
  const { status, body } = await get(app.merchant, query as Record<string, string>)
  expect([status, body.errors[0].property]).toEqual([422, property])
})

it('settlement days add up what the report of the day lists', async () => {
  const merchant = await app.newMerchant()
  await Promise.all([merchant.authorize({ amount: 700 }), merchant.authorize({ amount: 300 })])
  const { items } = (await merchant.call('GET', '/api/settlements')).body
  const sum = (name: string) =>
    items.reduce((total: bigint, item: Record<string, bigint>) => total + BigInt(item[name]!), 0n)
  expect([sum('gross'), sum('fee'), sum('net'), sum('rows')]).toEqual([1000n, 0n, 1000n, 2n])
  expect(items[0]).toMatchObject({ currency: 'EUR', closed: false })
  const report = (await merchant.call('GET', `/api/settlements/${items[0].date}.csv`)).text
  expect(report.trimEnd().split('\r\n')).toHaveLength(items[0].rows + 2)
})
