import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newClient } from '../identity/client-support.ts'
import { entriesOf, listed, paid } from './listing.ts'

// What may be on a list (docs/reference/lists.md).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const add = (body: object, list = 'block') => merchant.call('POST', `/api/lists/${list}`, { body })
const refused = ({ status, body }: Awaited<ReturnType<typeof add>>) => [
  status,
  body.errors.map(({ property }: { property: string }) => property).sort(),
]

function upload(to: TestMerchant, lines: readonly string[], header = 'kind,value,reason,expires_at', lineEnd = '\r\n') {
  const body = [header, ...lines].join(lineEnd)
  return to.call('POST', '/api/lists/block/import', { body, headers: { 'content-type': 'text/csv; charset=utf-8' } })
}

describe('a new entry', () => {
  it('ends later than now by the merchant’s clock, also by a payment; else it is a 422 on expires_at', async () => {
    const own = await app.newMerchant()
    const { id } = (await own.authorize()).body.result
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await own.call('POST', '/api/test-clock', { body: { advance_seconds: 2 * 86_400 } })
    for (const expires_at of ['2020-01-01T00:00:00Z', tomorrow]) {
      for (const wanted of [
        { kind: 'bin', value: '400000' },
        { transaction_id: id, kinds: ['bin'] },
      ]) {
        const answer = await own.call('POST', '/api/lists/block', { body: { ...wanted, expires_at } })
        expect(refused(answer)).toEqual([422, ['expires_at']])
      }
    }
    expect(await entriesOf(own, 'block')).toEqual([])
  })

  it.each([
    ['card_hash', '4111111111111111'],
    ['card_hash', 'too-short'],
    ['bin', '41111'],
    ['bin', '411111111'],
    ['email', 'nobody'],
    ['email_domain', 'shop example'],
    ['email_domain', 'localhost'],
    ['customer_ip', '203.0.113.300'],
    ['customer_ip', '203.0.113.0/33'],
    ['country', 'XX'],
    ['customer_id', '4111 1111 1111 1111'],
  ])('is refused with the %s %s', async (kind, value) => {
    expect(refused(await add({ kind, value }))).toEqual([422, ['value']])
  })

  it('is refused with every fault named', async () => {
    expect(refused(await add({}))).toEqual([422, ['kind', 'value']])
    expect(refused(await add({ kind: 'iban', value: 'x', reason: 7, expires_at: 'soon' }))).toEqual([
      422,
      ['expires_at', 'kind', 'reason'],
    ])
    expect(refused(await add({ transaction_id: 'trx_none', kinds: ['email'] }))).toEqual([422, ['transaction_id']])
    expect(refused(await add({ transaction_id: 'trx_none', kinds: ['iban'], kind: 'bin' }))).toEqual([
      422,
      ['kind', 'kinds.0'],
    ])
    expect((await add({ kind: 'bin', value: '411111' }, 'grey')).status).toBe(404)
  })

  it('by a payment has each kind that the payment has, and masks card numbers in its reason', async () => {
    const own = await app.newMerchant()
    const customer = { id: 'cus-1', email: 'ada@shop.example', country: 'RO' }
    const { id, payment_method } = await paid(own, { customer, customer_ip: '2001:db8::1' })
    const kinds = ['card_hash', 'bin', 'email', 'email_domain', 'customer_id', 'customer_ip', 'country']
    const body = { transaction_id: id, kinds, reason: 'card 4111 1111 1111 1111' }
    const { items, skipped } = await listed(own, 'block', body)
    expect(skipped).toEqual([])
    expect(items.map(({ kind }: { kind: string }) => kind).sort()).toEqual([...kinds].sort())
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'card_hash', value: payment_method.hash, created_by: own.clientId }),
    )
    expect(JSON.stringify(items)).not.toMatch(/1111 1111|ada@|cus-1/)
    const paidIn = await paid(own)
    const again = await listed(own, 'block', { transaction_id: paidIn.id, kinds })
    expect(again.skipped).toEqual(['email', 'email_domain', 'customer_id', 'customer_ip', 'country'])
  })

  it('of a value that is listed already changes its reason and expiry time', async () => {
    const own = await app.newMerchant()
    const first = await listed(own, 'block', { kind: 'email', value: 'ada@shop.example', reason: 'fraud' })
    await paid(own, { customer: { email: 'ada@shop.example' } })
    const again = await listed(own, 'block', { kind: 'email', value: 'ADA@shop.example', reason: 'refused parcels' })
    expect(again).toEqual({ ...first, reason: 'refused parcels', hits: 1 })
    await listed(own, 'allow', { kind: 'email', value: 'ada@shop.example' })
    expect(await entriesOf(own, 'block')).toEqual([again])
  })
})

it('a list is read page by page, and searched by kind and value', async () => {
  const own = await app.newMerchant()
  for (const value of ['400000', '400001', '400002']) await listed(own, 'block', { kind: 'bin', value })
  const email = await listed(own, 'block', { kind: 'email', value: 'ada@shop.example' })
  const first = (await own.call('GET', '/api/lists/block?limit=2')).body
  const rest = (await own.call('GET', `/api/lists/block?limit=2&cursor=${first.next_cursor}`)).body
  expect([...first.items, ...rest.items].map(({ value }) => value)).toEqual([
    'a***@shop.example',
    '400002',
    '400001',
    '400000',
  ])
  expect(rest.next_cursor).toBeNull()
  expect(await entriesOf(own, 'block', '&kind=email&value=Ada@shop.example')).toEqual([email])
  expect(await entriesOf(own, 'block', '&value=Ada@shop.example')).toEqual([email])
  expect(await entriesOf(own, 'block', '&kind=bin&value=Ada@shop.example')).toEqual([])
  expect(await entriesOf(own, 'allow')).toEqual([])
})

describe('a file', () => {
  it('is taken but for its bad lines, which are named, and changes nothing the second time', async () => {
    const own = await app.newMerchant()
    const lines = [
      'bin,400000,,',
      'bin,40,,',
      'email,ada@shop.example,"said ""no"",\r\ntwice",2099-01-01T00:00:00Z',
      'iban,DE1,,',
      '',
      'country,KP',
      'country,kp,old,',
      'country,KP,new,',
      'customer_ip,203.0.113.0/24,"unclosed,',
      'bin,400001,,tomorrow',
    ]
    const { status, body } = await upload(own, lines)
    expect([status, body.taken]).toEqual([200, 3])
    expect(body.errors.map(({ line }: { line: number }) => line)).toEqual([3, 6, 8, 11, 12])
    expect(body.errors[0].message).toMatch(/^Use the first 6 to 8 digits/)
    const entries = await entriesOf(own, 'block')
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'country', value: 'KP', reason: 'new' }))
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'email', reason: 'said "no",\r\ntwice' }))
    const rows = await app.database.sql`
      select row_to_json(entry) from list_entries entry where merchant_id = ${own.merchantId}`
    expect(JSON.stringify([entries, rows])).not.toContain('ada@')
    const again = await upload(own, lines)
    expect(again.body).toEqual({ taken: 0, errors: body.errors })
    expect(await entriesOf(own, 'block')).toEqual(entries)
    expect((await paid(own, { customer: { country: 'KP' } })).processing_code).toBe('4100')
  })

  it.each([
    [',', '\n'],
    [',', '\r'],
    [';', '\r\n'],
    [';', '\r'],
  ])('with %j between cells and %j at line ends loses no line after a bad one', async (separator, lineEnd) => {
    const own = await app.newMerchant()
    const header = ['kind', 'value', 'reason', 'expires_at']
    const lines = [
      ['customer_ip', '203.0.113.0/24', '"unclosed', ''],
      ['bin', '400001', `"one${separator} two"`, ''],
      ['email', 'ada@shop.example', '', '2020-01-01T00:00:00Z'],
      ['country', 'KP', '', ''],
    ]
    const joined = lines.map((line) => line.join(separator))
    const { body } = await upload(own, joined, header.join(separator), lineEnd)
    expect(body).toMatchObject({
      taken: 2,
      errors: [{ line: 2 }, { line: 4, message: 'expires_at: Use a time later than now.' }],
    })
    expect((await entriesOf(own, 'block')).map(({ reason }) => reason)).toContain(`one${separator} two`)
  })

  it('needs its header and its media type', async () => {
    const own = await app.newMerchant()
    expect(refused(await upload(own, ['bin,400000,,'], 'bin,value'))).toEqual([422, ['']])
    const json = await own.call('POST', '/api/lists/block/import', { body: {} })
    expect(json.status).toBe(415)
    expect(await entriesOf(own, 'block')).toEqual([])
  })

  it('of 50,000 lines is taken once; lists hold 100,000 entries', { tags: ['full'] }, async () => {
    const own = await app.newMerchant()
    const tooMany = Array.from({ length: 50_001 }, (_, at) => `bin,${400_000 + at},,`)
    expect(refused(await upload(own, tooMany))).toEqual([422, ['']])
    expect(await entriesOf(own, 'block')).toEqual([])
    const emails = (from: number) => Array.from({ length: 50_000 }, (_, at) => `email,ada${from + at}@shop.example,,`)
    expect((await upload(own, emails(0))).body).toEqual({ taken: 50_000, errors: [] })
    expect((await upload(own, emails(0))).body.taken).toBe(0)
    expect((await upload(own, emails(50_000))).body.taken).toBe(50_000)
    const bins = Array.from({ length: 8 }, (_, at) =>
      own.call('POST', '/api/lists/allow', { body: { kind: 'bin', value: `40000${at}` } }),
    )
    expect(new Set((await Promise.all(bins)).map(({ status }) => status))).toEqual(new Set([422]))
    expect((await paid(own, { customer: { email: 'ada99999@shop.example' } })).processing_code).toBe('4100')
  })
})

describe('a client without payments.read-customer', () => {
  it('lists cards only, and sees no value of a customer', async () => {
    const own = await app.newMerchant()
    const narrow = await newClient(app.baseUrl, own, { permissions: ['rules.read', 'lists.manage'] })
    await listed(own, 'block', { kind: 'email', value: 'ada@shop.example' })
    const bin = await narrow.call('POST', '/api/lists/block', { kind: 'bin', value: '400000' })
    expect(bin.status).toBe(201)
    const email = await narrow.call('POST', '/api/lists/block', { kind: 'email', value: 'eva@shop.example' })
    expect([email.status, email.body.params]).toEqual([403, ['payments.read-customer']])
    const search = await narrow.call('GET', '/api/lists/block?kind=email&value=ada@shop.example')
    expect(search.status).toBe(403)
    const { items } = (await narrow.call('GET', '/api/lists/block')).body
    expect(items.map(({ value }: { value: string }) => value)).toEqual(['400000', null])
  })
})

it('changes of lists are in the audit log, without their values', async () => {
  const own = await app.newMerchant()
  const entry = await listed(own, 'block', { kind: 'email', value: 'ada@shop.example' })
  await own.call('DELETE', `/api/lists/block/${entry.id}`)
  await upload(own, ['email,ada@shop.example,,'])
  const { items } = (await own.call('GET', '/api/audit-log')).body
  const ofLists = items.filter(({ action }: { action: string }) => action.startsWith('list.'))
  expect(ofLists.map(({ action }: { action: string }) => action)).toEqual([
    'list.imported',
    'list.entry-removed',
    'list.entries-added',
  ])
  expect(JSON.stringify(ofLists)).not.toContain('ada@')
})
