import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

let app: RunningGateway
let merchant: TestMerchant
// biome-ignore lint/suspicious/noExplicitAny: records, as the wire has them
const paid: Record<string, any> = {}

const FORMULA = '=1+1'

beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant({ merchant: { timeZone: 'Asia/Tokyo' } })
  const pay = async (changes: object, card = {}) => (await merchant.authorize({ ...changes }, card)).body.result
  paid.ada = await pay({ customer: { id: 'cus-ada', email: 'Ada@Shop.example' }, amount: 4711, reference: 'first' })
  paid.declined = await pay({
    metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' },
    amount: 4711,
    currency: 'KWD',
    description: FORMULA,
  })
  paid.other = await pay({ reference: 'third', amount: 90 }, { number: '5555555555554444' })
})
afterAll(() => app.close())

const get = (query: Record<string, string>, path = '/api/transactions') =>
  merchant.call('GET', `${path}?${new URLSearchParams(query)}`)
/** Reads a file as a browser saves it, because reading an answer as text drops a byte-order mark. */
async function download(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${merchant.token}` }
  const bytes = await (await fetch(app.baseUrl + path, { headers })).bytes()
  return Buffer.from(bytes).toString('utf8')
}

const idsOf = async (query: Record<string, string>) => (await get(query)).body.items.map(({ id }: { id: string }) => id)

describe('filters', () => {
  it('narrow to their matches immediately', async () => {
    const { ada, declined, other } = paid
    const cases: [Record<string, string>, { id: string }[]][] = [
      [{ last_four: '4444' }, [other]],
      [{ email: 'ada@shop.EXAMPLE' }, [ada]],
      [{ customer_id: 'cus-ada' }, [ada]],
      [{ amount_from: '91', amount_to: '4711' }, [declined, ada]],
      [{ amount_from: '9999999999999999999' }, []],
      [{ currency: 'KWD' }, [declined]],
      [{ payment_method: 'card', brand: 'mastercard' }, [other]],
      [{ provider_account_id: ada.processing_result.payment_provider_account_id }, [other, declined, ada]],
      [{ processing_code: '1004' }, [declined]],
      [{ parent_id: ada.id }, []],
    ]
    for (const [query, expected] of cases)
      expect([query, await idsOf(query)]).toEqual([query, expected.map(({ id }) => id)])
  })

  it.each([
    ['last_four', '12'],
    ['amount_from', '-1'],
    ['currency', 'XXX'],
    ['brand', 'paper'],
    ['payment_method', 'cheque'],
    ['after', 'junk'],
    ['before', 'junk'],
  ])('a bad %s (%j) is 422', async (filter, value) => {
    const { status, body } = await get({ [filter]: value })
    expect([status, body.errors[0].property]).toEqual([422, filter])
  })
})

describe('q', () => {
  it.each([
    ['an id', () => [paid.ada.id, 'ada']],
    ['a reference', () => ['first', 'ada']],
    ['an order', () => [paid.other.order_id, 'other']],
    ['an e-mail', () => [' ADA@shop.example ', 'ada']],
    ['the last four digits', () => ['4444', 'other']],
    ['an amount in euros', () => ['47.11', 'ada']],
    ['an amount in a currency with three decimals', () => ['4,711', 'declined']],
    ['a customer', () => ['cus-ada', 'ada']],
  ])('finds by %s', async (_what, typed) => {
    const [q, name] = typed()
    expect(await idsOf({ q: q! })).toEqual([paid[name!].id])
  })

  it.each(['first'.slice(0, 4), 'shop.example', '444', '47.12', '4711', '%', 'a\\b'])(
    '%s is no part of anything',
    async (q) => {
      expect(await idsOf({ q })).toEqual([])
    },
  )

  it('goes together with filters', async () => {
    expect(await idsOf({ q: '4444', status: 'APPROVED' })).toEqual([paid.other.id])
    expect(await idsOf({ q: '4444', status: 'DECLINED' })).toEqual([])
    expect(await idsOf({ q: 'first', reference: 'third' })).toEqual([])
  })
})

it('pages lead there and back', async () => {
  const first = (await get({ limit: '2' })).body
  expect(first).not.toHaveProperty('previous_cursor')
  const second = (await get({ limit: '2', after: first.next_cursor })).body
  expect(second).toMatchObject({ items: [{ id: paid.ada.id }], next_cursor: null })
  const back = (await get({ limit: '2', before: second.previous_cursor })).body
  expect(back).toEqual({ ...first, previous_cursor: null, next_cursor: expect.any(String) })
  const both = await get({ after: first.next_cursor, before: second.previous_cursor })
  expect(both.status).toBe(422)
})

it('the count says how many there are, at its own address and with the parameter of the list', async () => {
  const counts: [Record<string, string>, number][] = [
    [{}, 3],
    [{ status: 'DECLINED' }, 1],
    [{ q: 'nobody' }, 0],
  ]
  for (const [query, count] of counts) {
    expect((await get(query, '/api/transactions/count')).body).toEqual({ count, capped: false })
    expect((await get({ ...query, count: 'true', limit: '1' })).body).toEqual({ count, capped: false })
  }
  expect((await get({ status: 'NICE' }, '/api/transactions/count')).status).toBe(422)
  expect((await get({ count: 'false' })).body.items).toHaveLength(3)
})

it('the export has every row of the filter, both times, and no formula', async () => {
  const { headers, text } = await get({}, '/api/transactions.csv')
  expect(headers.get('content-type')).toContain('text/csv')
  const [header, ...rows] = text.trimEnd().split('\r\n')
  expect(header).toMatch(/^id,created_at,created_at Asia\/Tokyo,/)
  expect(rows.map((row) => row.split(',')[0])).toEqual([paid.other.id, paid.declined.id, paid.ada.id])
  const inTokyo = new Date(Date.parse(paid.ada.created_at) + 9 * 3_600_000).toISOString()
  expect(rows[2]).toContain(`,${paid.ada.created_at},${inTokyo.slice(0, 19).replace('T', ' ')},`)
  expect(rows[1]).toContain(`,'${FORMULA},KWD,4.711,4711,`)
  expect((await get({ q: 'first' }, '/api/transactions.csv')).text.trimEnd().split('\r\n')).toHaveLength(2)
})

it('the export for Excel has a byte-order mark and semicolons, and keeps long references', async () => {
  const reference = '12345678901234567890'
  const { id } = (await merchant.authorize({ reference })).body.result
  const text = await download('/api/transactions.csv?format=excel')
  expect(text).toMatch(/^\uFEFFid;created_at;/)
  expect(text.split('\r\n').find((line) => line.startsWith(id))).toContain(`;'${reference};`)
  const refused = await get({ format: 'xls' }, '/api/transactions.csv')
  expect([refused.status, refused.body.errors[0].property]).toEqual([422, 'format'])
  const day = new Date().toISOString().slice(0, 10)
  expect(await download(`/api/settlements/${day}.csv?format=excel`)).toMatch(/^\uFEFFsettled_at;transaction_id;/)
})

it('an erased customer is no longer found by email', async () => {
  const customer = { email: 'gone@shop.example' }
  const { id } = (await merchant.call('POST', '/api/customers', { body: customer })).body
  await merchant.authorize({ customer: { ...customer, id } })
  expect(await idsOf({ email: customer.email })).toHaveLength(1)
  expect((await merchant.call('DELETE', `/api/customers/${id}`)).status).toBe(204)
  expect(await idsOf({ email: customer.email })).toEqual([])
  expect(await idsOf({ customer_id: id })).toHaveLength(1)
})
