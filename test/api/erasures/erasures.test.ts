import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDue } from '#flows/erasures/erase-due.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { recordProviderReversal } from '#flows/provider-callbacks/provider-reversal.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { done } from '../manage/follow-ups.ts'
import { saveCard } from '../saved-cards/saved-card-support.ts'
import { complete, eventsOf, toChallenge } from '../three-ds/shopper.ts'
import { erase, erased, everythingStored, payEveryWay, paymentsOf, person, spellingsOf, tracesOf } from './people.ts'

// Erasure of personal data (docs/reference/erasure.md). A gateway of its own, because the whole database is read.

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

const NOTHING = {
  first_name: null,
  last_name: null,
  address: null,
  city: null,
  postal_code: null,
  email: null,
  phone: null,
}

const FULL = { tags: ['full'] }

const request = (body: object, headers = {}) => merchant.call('POST', '/api/erasures', { body, headers })

/** Rows with a word, as text. */
async function rowsWith(word: string): Promise<string[]> {
  return (await everythingStored(app))
    .split('\n')
    .filter((line) => line.includes(word))
    .sort()
}

it('leaves no trace of a person in the database, and every other payment as it was', async () => {
  const gone = person('Zuidwijk')
  await payEveryWay(app, merchant, gone)
  const paid = await paymentsOf(app, gone)
  const other = await app.newMerchant()
  await merchant.authorize({ customer: person('Noordkaap').fields })
  await other.authorize({ customer: { ...person('Noordoever').fields, email: gone.fields.email } })
  await eventually('the worker has copied the payments', 30, async () => {
    const copied = (await tracesOf(app, gone)).filter((line) => line.startsWith('public.payment_search'))
    return copied.length === paid.length + 1
  })
  const before = await rowsWith('Noord')

  const { transactions, events } = await erase(merchant, { email: gone.fields.email.toUpperCase() })

  expect((await tracesOf(app, gone)).filter((line) => !line.includes(other.merchantId))).toEqual([])
  expect(await rowsWith('Noord')).toEqual(before)
  expect(transactions).toBe(paid.length)
  expect(events).toBeGreaterThan(paid.length)
  expect((await proveLedger(app.gateway, new AbortController().signal)).discrepancies).toEqual([])
})

it('finds a person in every spelling and every place, and in responses that are repeated', async () => {
  const shop = await app.newMerchant()
  const gone = person('Südhafen')
  const email = 'wil.suedhafen@xn--mnchen-3ya.example'
  const like = 'w\u0131l.suedhafen@xn--mnchen-3ya.example'
  const stays = (await shop.authorize({ customer: { email: like } })).body.result
  const traces = async () => [
    ...(await tracesOf(app, gone)),
    ...(await tracesOf(app, { ...gone, word: 'wil.suedhafen' })),
  ]
  for (const spelling of spellingsOf(email))
    await shop.authorize({ customer: { ...gone.fields, email: spelling }, metadata: NOT_ENROLLED })
  const found = await shop.call('GET', `/api/transactions?email=${encodeURIComponent(spellingsOf(email)[4]!)}`)
  expect(found.body.items).toHaveLength(6)

  const keyed = async (path: string, body: object, expected: number) => {
    const headers = { 'idempotency-key': randomUUID() }
    const call = () => shop.call('POST', path, { body, headers })
    const first = await call()
    expect([path, first.status, first.text.includes('Südhafen')]).toEqual([path, expected, true])
    return { id: first.body.result?.id ?? first.body.id, call }
  }
  const customer = { id: 'cus-harbor', ...gone.fields, email: spellingsOf(email)[2] }
  const created = await keyed('/api/customers', customer, 201)
  const token = await saveCard(shop, { customer, metadata: NOT_ENROLLED })
  const payment = await keyed('/api/transactions/authorize', shop.order({ customer, metadata: NOT_ENROLLED }), 200)
  const { reference } = (await shop.status(payment.id)).transaction
  const order = { terminal_id: shop.terminalId, reference, currency: 'EUR', amount: 100 }
  const refund = {
    ...order,
    parent_transaction_id: payment.id,
    transaction_type: 'REFUND',
    metadata: { why: 'Südhafen' },
  }
  const agreement = {
    payment_method_id: token,
    currency: 'EUR',
    network_transaction_id: 'NTI12345678',
    description: 'Südhafen',
  }
  const session = {
    ...order,
    reference: newReference(),
    transaction_type: 'PURCHASE',
    description: 'Tea',
    return_url: 'https://shop.example/',
  }
  const link = { ...session, reference: newReference(), customer: { ...gone.fields, email: spellingsOf(email)[4] } }
  const repeated = [
    [payment, '/api/transactions/:id/status'],
    [await keyed('/api/transactions/manage', refund, 200), '/api/transactions/:id/status'],
    [
      await keyed(
        '/api/agreements',
        { ...agreement, purpose: 'UNSCHEDULED', accepted_at: '2026-01-01T00:00:00Z' },
        201,
      ),
      '/api/agreements/:id',
    ],
    [
      await keyed('/api/sessions', { ...session, customer: { ...gone.fields, email: spellingsOf(email)[1] } }, 201),
      '/api/sessions/:id',
    ],
    [await keyed('/api/payment-links', link, 201), '/api/payment-links/:id'],
    [created, '/api/customers/:id'],
  ] as const
  const lost = [
    await keyed('/api/lists/block', { kind: 'email', value: spellingsOf(email)[3], reason: 'Südhafen' }, 201),
  ]
  for (const filters of [
    { email: spellingsOf(email)[5] },
    { q: ` ${spellingsOf(email)[2]}` },
    { q: 'Südhafen' },
    { q: 'VAN SUDHAFEN' },
  ])
    lost.push(
      await keyed('/api/views', { name: `${Object.values(filters)[0]} Südhafen`.trim().slice(0, 80), filters }, 201),
    )
  const { id: linkId } = repeated[4][0]
  await shop.call('PATCH', `/api/payment-links/${linkId}`, { body: { message: 'For Südhafen' } })
  await app.database.sql`
    insert into audit_log (audit_id, merchant_id, actor, action, subject, changes)
    values ('aud_earlier', ${shop.merchantId}, 'x', 'payment-link.changed', ${linkId}, '{"after": {"message": "Südhafen", "disabled": true}}')`

  await erase(shop, { email: spellingsOf(email)[3] })

  expect(await traces()).toEqual([])
  for (const list of [
    'transactions',
    'events',
    'sessions',
    'payment-links',
    'agreements',
    'customers',
    'lists/block',
    'audit-log',
  ])
    expect([list, (await shop.call('GET', `/api/${list}?limit=100`)).text.match(/südhafen|wil\.sue/i)]).toEqual([
      list,
      null,
    ])
  for (const [{ id, call }, path] of repeated) {
    const [again, now] = [await call(), await shop.call('GET', path.replace(':id', id))]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const expected = now.body.transaction ?? now.body
    expect([path, again.body.result ?? again.body]).toEqual([
      path,
      now.status === 404 ? { ...now.body, method: 'POST' } : expected,
    ])
  }
  for (const { call } of lost) expect((await call()).status).toBe(404)
  expect((await shop.call('GET', '/api/views')).body.items).toEqual([])
  expect((await shop.status(stays.id)).transaction.customer.email).toBe(like)
})

it('by a customer ID erases the customer with the cards, and keeps amounts, mask, hash and codes', FULL, async () => {
  const gone = person('Westerwold')
  const id = await payEveryWay(app, merchant, gone)
  const [paid] = (await merchant.call('GET', `/api/transactions?customer_id=${id}&email=${gone.fields.email}`)).body
    .items
  const [event] = await eventsOf(merchant, paid.id)
  await erase(merchant, { customer_id: id })
  expect((await merchant.call('GET', `/api/customers/${id}`)).status).toBe(404)
  expect((await merchant.status(paid.id)).transaction).toEqual({
    ...paid,
    ...{ description: 'Erased', metadata: null, customer_ip: null },
    customer: { ...NOTHING, id, country: 'RO' },
  })
  const [after] = await eventsOf(merchant, paid.id)
  const empty = Object.keys(event).filter((field) => /^customer_(?!id|country)|metadata/.test(field))
  expect(after).toEqual({
    ...event,
    ...Object.fromEntries(empty.map((field) => [field, null])),
    description: 'Erased',
  })
})

it('erases reasons of list entries, which match as before', async () => {
  const gone = person('Noorderhaven')
  const other = await app.newMerchant()
  const add = (value: string, by = merchant) =>
    by.call('POST', '/api/lists/block', { body: { kind: 'email', value, reason: `Report by ${gone.word}` } })
  await add('stays@noorderhaven.example')
  await add(gone.fields.email)
  await add(gone.fields.email, other)
  await erase(merchant, { email: gone.fields.email })
  const { items } = (await merchant.call('GET', `/api/lists/block?value=${gone.fields.email}`)).body
  expect(items).toMatchObject([{ kind: 'email', value: null, reason: null }])
  expect(await tracesOf(app, gone)).toHaveLength(2)
  const { body } = await merchant.authorize({ customer: { ...gone.fields, last_name: null } })
  expect(body.result).toMatchObject({ status: 'DECLINED', processing_code: '4100' })
})

it('waits for a payment that is not final, and erases it after its end', FULL, async () => {
  const gone = person('Oosterend')
  const challenge = await toChallenge(merchant, {}, { customer: gone.fields })
  const { body } = await request({ email: gone.fields.email })
  await eventually('a pass is over', 30, async () => {
    const [row] = await app.database.sql`select step from erasures where erasure_id = ${body.id}`
    return row!.step === 6
  })
  expect((await merchant.status(challenge.transaction_id)).transaction.customer.email).toBe(gone.fields.email)
  expect((await complete(merchant, challenge)).body.result.status).toBe('APPROVED')
  expect(await erased(merchant, body.id)).toEqual({ id: body.id, status: 'COMPLETED', transactions: 1, events: 1 })
  expect(await tracesOf(app, gone)).toEqual([])
})

it('goes on where a killed process left it, and erases what is paid meanwhile', FULL, async () => {
  await app.stopWorker()
  const gone = person('Middelburcht')
  await merchant.authorize({ customer: gone.fields })
  const { body } = await request({ email: gone.fields.email })
  for (let batches = 0; batches < 4; batches += 1) await eraseDue(app.gateway)
  await merchant.authorize({ customer: gone.fields })
  await app.startWorker()
  expect(await erased(merchant, body.id)).toMatchObject({ transactions: 2, events: 2 })
  expect(await tracesOf(app, gone)).toEqual([])
})

it('holds for money that comes back while the provider is asked', FULL, async () => {
  const gone = person('Hogeland')
  const parent = (await merchant.authorize({ customer: gone.fields, metadata: NOT_ENROLLED })).body.result
  const refund = await done(merchant, parent, 'REFUND')
  const { sql } = app.gateway
  const stale = (await findTransaction(sql, merchant.merchantId, refund.id))!
  const attempt = (await findLatestAttempt(sql, merchant.merchantId, refund.id))!
  await erase(merchant, { email: gone.fields.email })
  await app.database.sql`
    update simulator.charges set state = 'REFUSED',
      answer = jsonb_set(answer, '{given,outcome,code}', '"1000"') where transaction_id = ${refund.id}`
  await recordProviderReversal(app.gateway, stale, attempt)
  const { items } = (await merchant.call('GET', `/api/transactions?parent_id=${parent.id}`)).body
  expect(items.map((item: { transaction_type: string }) => item.transaction_type)).toContain('REFUND_REVERSAL')
  expect(await tracesOf(app, gone)).toEqual([])
})

describe('POST /api/erasures', () => {
  it('answers 202, and a person who was never seen is erased with zeros, as often as asked', FULL, async () => {
    for (const body of [{ customer_id: 'nobody' }, { email: 'nobody@post.example', customer_id: null }]) {
      const answer = await request(body)
      expect(answer.status).toBe(202)
      const zeros = { id: expect.stringMatching(/^ers_\w{27}$/), transactions: 0, events: 0 }
      expect(answer.body).toEqual({ ...zeros, status: 'PENDING' })
      expect(await erased(merchant, answer.body.id)).toEqual({ ...zeros, status: 'COMPLETED' })
    }
  })

  it.each(['%', 'ana', 'ana@shop', '@shop.example', 'Ana <ana@shop.example>', 'a@b@'])(
    'for %j, which is no email, is a 422 on email',
    async (email) => {
      const { status, body } = await request({ email })
      expect([status, body.errors.map(({ property }: { property: string }) => property)]).toEqual([422, ['email']])
    },
  )

  it.each([{}, { customer_id: null, email: '' }, { customer_id: 'cus_1', email: 'ada@shop.example' }])(
    'with %j is a 422 on both fields',
    async (body) => {
      const { status, body: answer } = await request(body)
      const properties = answer.errors.map(({ property }: { property: string }) => property)
      expect([status, properties]).toEqual([422, ['customer_id', 'email']])
    },
  )

  it('repeated with its Idempotency-Key is one erasure', async () => {
    const key = { 'idempotency-key': 'erase-once' }
    const [first, second] = [await request({ customer_id: 'x' }, key), await request({ customer_id: 'x' }, key)]
    expect(second.body.id).toBe(first.body.id)
  })

  it('is in the audit log without the person, and the erasure forgets the person', FULL, async () => {
    const who = person('Achterhoek')
    const { id } = await erase(merchant, { email: who.fields.email })
    const { items } = (await merchant.call('GET', `/api/audit-log?subject=${id}`)).body
    expect(items).toMatchObject([{ action: 'erasure.requested', changes: { by: 'email' } }])
    expect(await tracesOf(app, who)).toEqual([])
  })
})
