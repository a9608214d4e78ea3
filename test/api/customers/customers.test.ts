import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { createSession } from '../sessions/browser.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const FIELDS = {
  first_name: 'Ada',
  last_name: 'Ionescu',
  address: 'Str. Lungă 1',
  city: 'Brașov',
  country: 'RO',
  postal_code: '500058',
  email: 'ada@shop.example',
  phone: '+40712345678',
}
const NOTHING = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, null]))

const create = (body: unknown, by = merchant) => by.call('POST', '/api/customers', { body })
const at = (id: string) => `/api/customers/${encodeURIComponent(id)}`
const namesOf = (body: { errors: { property: string }[] }) => body.errors.map(({ property }) => property).sort()

describe('a customer', () => {
  it('is created with the fields of a customer, an id assigned to it and created_at', async () => {
    const { status, body } = await create(FIELDS)
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.stringMatching(/^cus_\w{27}$/), ...FIELDS, created_at: expect.any(String) })
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at)
    expect(await merchant.call('GET', at(body.id))).toMatchObject({ status: 200, body })
  })

  it('may be created with nothing at all; every field is null then, as null says too', async () => {
    for (const empty of [{}, { id: null, ...NOTHING }]) {
      expect((await create(empty)).body).toMatchObject({ id: expect.stringMatching(/^cus_/), ...NOTHING })
    }
  })

  it.each([
    'shop/42',
    'ada@shop.example',
    'a b',
    '100%',
    'a%2Fb',
    '?x=1#y',
    '...',
    'Ăda 😀',
    '*',
    '__proto__',
    '😀'.repeat(255),
  ])('with the id %j of the merchant’s own is found under that id', async (id) => {
    const created = await create({ id, ...FIELDS })
    expect([created.status, created.body.id]).toEqual([201, id])
    expect((await merchant.call('GET', at(id))).body).toEqual(created.body)
    expect((await merchant.call('PATCH', at(id), { body: { city: 'Cluj' } })).body).toMatchObject({ id, city: 'Cluj' })
    expect((await merchant.call('GET', `${at(id)}/payment-methods`)).body).toEqual({ items: [], next_cursor: null })
    expect((await merchant.call('DELETE', at(id))).status).toBe(204)
    expect((await merchant.call('GET', at(id))).status).toBe(404)
  })

  it.each([['x'.repeat(256), '255'], ['.'], ['..'], ['a\nb'], ['a\0b'], ['\ud800'], [7, 'string', 'null']])(
    'with the id %j is a 422 on id, and nothing is created',
    async (id, ...params) => {
      const before = await app.database.sql`select count(*) from customers`
      const { status, body } = await create({ id })
      expect([status, namesOf(body)]).toEqual([422, ['id']])
      expect(body.errors[0].params).toEqual(params)
      expect(await app.database.sql`select count(*) from customers`).toEqual(before)
    },
  )

  it('with fields that do not hold names each of them', async () => {
    const { status, body } = await create({ first_name: 'x'.repeat(256), country: 'Romania', phone: 40, email: 'a\0b' })
    expect([status, namesOf(body)]).toEqual([422, ['country', 'email', 'first_name', 'phone']])
  })

  it('with a country in small letters has it in capitals, as payments and sessions do', async () => {
    expect((await create({ country: 'ro' })).body.country).toBe('RO')
    const customer = { country: 'ro' }
    expect((await app.merchant.authorize({ customer })).body.result.customer.country).toBe('RO')
    expect((await createSession(app.merchant, { customer, country: 'se' })).body).toMatchObject({
      customer: { country: 'RO' },
      country: 'SE',
    })
  })

  it('whose id exists already is a 422 on id, and the first one stays as it is', async () => {
    const first = (await create({ id: 'twice', ...FIELDS })).body
    const { status, body } = await create({ id: 'twice', first_name: 'Somebody else' })
    expect([status, namesOf(body)]).toEqual([422, ['id']])
    expect((await merchant.call('GET', at('twice'))).body).toEqual(first)
  })

  it('created at the same instant by many is created once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create({ id: 'race', city: `City ${n}` })))
    const won = answers.filter(({ status }) => status === 201)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
    expect((await merchant.call('GET', at('race'))).body).toEqual(won[0]!.body)
  })

  it('may have the id that another merchant’s customer has', async () => {
    const other = await app.newMerchant()
    await create({ id: 'same', city: 'Here' })
    expect((await create({ id: 'same', city: 'There' }, other)).status).toBe(201)
    expect((await other.call('DELETE', at('same'))).status).toBe(204)
    expect((await merchant.call('GET', at('same'))).body).toMatchObject({ city: 'Here' })
  })
})

describe('a change', () => {
  it('leaves absent fields as they are, clears with null, and keeps id and created_at', async () => {
    const before = (await create(FIELDS)).body
    const change = { first_name: 'Eva', phone: null, id: 'another', created_at: '2000-01-01T00:00:00Z' }
    const changed = await merchant.call('PATCH', at(before.id), { body: change })
    expect(changed).toMatchObject({ status: 200, body: { ...before, first_name: 'Eva', phone: null } })
    expect((await merchant.call('PATCH', at(before.id), { body: {} })).body).toEqual(changed.body)
    expect((await merchant.call('GET', at(before.id))).body).toEqual(changed.body)
  })

  it('reaches every field', async () => {
    const { id } = (await create({})).body
    expect((await merchant.call('PATCH', at(id), { body: FIELDS })).body).toMatchObject({ id, ...FIELDS })
    expect((await merchant.call('PATCH', at(id), { body: NOTHING })).body).toMatchObject({ id, ...NOTHING })
  })

  it('that does not hold names every field and changes nothing', async () => {
    const before = (await create(FIELDS)).body
    const bad = { city: 'Cluj', country: 'XX', last_name: 'x'.repeat(256) }
    const { status, body } = await merchant.call('PATCH', at(before.id), { body: bad })
    expect([status, namesOf(body)]).toEqual([422, ['country', 'last_name']])
    expect((await merchant.call('GET', at(before.id))).body).toEqual(before)
  })

  it('of other fields at the same instant is kept beside it', async () => {
    const { id } = (await create({})).body
    const changes = Object.entries(FIELDS).map(([field, value]) => ({ [field]: value }))
    await Promise.all(changes.map((body) => merchant.call('PATCH', at(id), { body })))
    expect((await merchant.call('GET', at(id))).body).toMatchObject(FIELDS)
  })
})

it('the list is newest first and continues at next_cursor, in any order of IDs', async () => {
  const shop = await app.newMerchant()
  for (const id of ['a/1', 'b 2', 'ț3', 'x'.repeat(255), '5%']) await create({ id }, shop)
  const whole = (await shop.call('GET', '/api/customers')).body
  expect(whole).toMatchObject({ items: { length: 5 }, next_cursor: null })
  const times = whole.items.map((item: { created_at: string }) => item.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  const seen: unknown[] = []
  let cursor = ''
  for (let pages = 0; pages < 3; pages += 1) {
    const { body } = await shop.call('GET', `/api/customers?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items)
    cursor = body.next_cursor
  }
  expect([seen, cursor]).toEqual([whole.items, null])
})

it('a bad limit or cursor of the lists is a 422', async () => {
  const { id } = (await create({})).body
  for (const path of ['/api/customers', `${at(id)}/payment-methods`]) {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['cursor=x', 'cursor'],
    ]) {
      const { status, body } = await merchant.call('GET', `${path}?${query}`)
      expect([status, namesOf(body)]).toEqual([422, [field]])
    }
  }
})

it.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown customer is a 404', async (method) => {
  const { status, body } = await merchant.call(method, at('nobody'), method === 'PATCH' ? { body: {} } : {})
  expect([status, body.status]).toEqual([404, 404])
})

it('the payment methods of an unknown customer are a 404', async () => {
  expect((await merchant.call('GET', `${at('nobody')}/payment-methods`)).status).toBe(404)
})
