import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { approved, authorized, done } from '../manage/follow-ups.ts'

const PATH = '/dashboard/customers'

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
})
afterAll(() => app.close())

const customer = async (body: object): Promise<string> =>
  (await merchant.call('POST', '/api/customers', { body })).body.id
const idsOf = async (q: string) =>
  attributesOf((await owner.get(`${PATH}?${new URLSearchParams({ q })}`)).text, 'data-id')

it('finds customers by ID, email and the beginning of a name, in any spelling', async () => {
  const zoe = await customer({ first_name: 'Zo\u00eb', last_name: 'O\u2019Neil', email: 'Zoe@M\u00dcNCHEN.example' })
  const bo = await customer({ last_name: 'Lindqvist', email: 'bo@shop.example' })
  for (const q of [zoe, 'zoe', "ZOE O'N", 'oneil', 'zoe@m\u00fcnchen.example'])
    expect([q, await idsOf(q)]).toEqual([q, [zoe]])
  for (const q of ['LINDQ', 'bo@SHOP.example']) expect([q, await idsOf(q)]).toEqual([q, [bo]])
  for (const q of ['qvist', 'shop.example', "''", '%']) expect([q, await idsOf(q)]).toEqual([q, []])
  expect(attributesOf((await owner.get(`${PATH}?q=none`)).text, 'data-state')).toContain('no-match')
})

it('shows what a customer spent and when last, without what was refunded, declined or only authorized', async () => {
  const id = await customer({ last_name: 'Spender' })
  const by = { customer: { id } }
  await approved(merchant, { ...by, amount: 3000 })
  const refunded = await approved(merchant, { ...by, amount: 5000 })
  await done(merchant, refunded, 'REFUND', { amount: 1000 })
  await authorized(merchant, { ...by, amount: 9900 })
  const voided = await approved(merchant, { ...by, amount: 800 })
  await done(merchant, voided, 'VOID')
  const last = await approved(merchant, { ...by, amount: 700, currency: 'JPY' })
  const read = async () => (await owner.get(`${PATH}?q=spender`)).text
  await expect.poll(async () => fieldsOf(await read(), 'spent')).toEqual(['¥700€70.00'])
  expect(await read()).toContain(`<time datetime="${last.created_at}"`)
  const none = await customer({ last_name: 'Newcomer' })
  const { text } = await owner.get(`${PATH}?q=${none}`)
  expect([fieldsOf(text, 'spent'), fieldsOf(text, 'last-payment')]).toEqual([['–'], ['–']])
})

it('has one row for a payment that was refunded', async () => {
  const id = await customer({ last_name: 'Returner' })
  const paid = await approved(merchant, { customer: { id } })
  await done(merchant, paid, 'REFUND', { amount: 100 })
  const { text } = await owner.get(`${PATH}/${id}`)
  expect([attributesOf(text, 'data-id'), fieldsOf(text, 'status')]).toEqual([[paid.id], ['Partially refunded']])
})

it('adds a customer once, and says at its field what is wrong', async () => {
  const { text } = await owner.get(PATH)
  const form_key = /name="form_key" value="(\w+)"/.exec(text)![1]!
  const form = { form_key, first_name: ' Ada ', last_name: 'Added', email: 'ada@added.example', phone: '' }
  const sent = await Promise.all([owner.post(PATH, form), owner.post(PATH, form)])
  const [location] = new Set(sent.map(({ headers }) => headers.get('location')))
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  const page = (await owner.get(location!)).text
  expect([page.includes('Customer added.'), fieldsOf(page, 'email')]).toEqual([true, ['ada@added.example']])
  expect(await idsOf('ada@added.example')).toHaveLength(1)
  for (const [wrong, field] of [
    [{ email: 'not-an-email' }, 'email'],
    [{}, 'first_name'],
    [{ last_name: 'x'.repeat(300) }, 'last_name'],
  ] as const) {
    const again = await owner.post(PATH, { ...wrong })
    expect([again.status, attributesOf(again.text, 'data-problem')]).toEqual([422, [field]])
    expect(again.text).toMatch(/<dialog[^>]* id="new-customer"[^>]* open/)
  }
})

it('offers to add a customer only to roles that may', async () => {
  const support = await newVisitor(app, 'support', merchant.merchantId)
  expect((await support.get(PATH)).text).not.toContain('customer-create')
  expect((await support.post(PATH, { last_name: 'Nobody' })).status).toBe(403)
})
