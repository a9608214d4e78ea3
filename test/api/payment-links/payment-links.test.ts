import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { createSession } from '../sessions/browser.ts'
import { changeLink, createLink, linkBody, payLink, postLink, readLink, visit } from './links.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const propertiesOf = ({ body }: { body: { errors: readonly { property: string }[] } }) =>
  body.errors.map(({ property }) => property).sort()

it('a new link answers 201 with every field, ACTIVE for 30 days', async () => {
  const body = linkBody(app.merchant)
  const { status, body: link } = await app.merchant.call('POST', '/api/payment-links', { body })
  expect(status).toBe(201)
  const { id, expires_at, created_at, updated_at, ...rest } = link
  expect(rest).toEqual({
    terminal_id: app.merchant.terminalId,
    reference: body.reference,
    description: 'Pottery workshop',
    ...{ currency: 'EUR', transaction_type: 'PURCHASE', amount: 4900n, amount_min: null, amount_max: null },
    max_payments: 1,
    customer: {
      ...{ id: null, first_name: null, last_name: null, address: null, city: null },
      ...{ country: null, postal_code: null, email: null, phone: null },
    },
    country: null,
    metadata: body.metadata,
    payment_methods: null,
    tokenization: { save_card_for_future_payments: false },
    agreement: null,
    ...{ return_url: null, locale: null, message: null, status: 'ACTIVE' },
    url: `${app.baseUrl}/pay/${id}`,
    qr_url: `${app.baseUrl}/pay/${id}/qr.svg`,
    ...{ payments: 0, collected_amount: 0n, last_transaction_id: null, session_ids: [] },
    ...{ opened_at: null, completed_at: null },
  })
  const days = (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000
  expect(days).toBeCloseTo(30, 3)
  expect(id).toMatch(/^lnk_/)
  expect(await readLink(app.merchant, id)).toEqual(link)
  expect((await visit(link.url)).status).toBe(200)
})

it.each([
  ['nothing of a price', { amount: undefined }, ['amount']],
  ['a free amount without limits', { amount: null }, ['amount_max', 'amount_min']],
  ['limits beside an amount', { amount_min: 1, amount_max: 2 }, ['amount_max', 'amount_min']],
  ['limits the wrong way round', { amount: null, amount_min: 500, amount_max: 100 }, ['amount_max']],
  ['a past expiry', { expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
  ['an expiry in two years', { expires_at: new Date(Date.now() + 7e10).toISOString() }, ['expires_at']],
  ['an unknown customer', { customer: { id: 'cus_nobody' } }, ['customer.id']],
  [
    'a method that cannot be authorized',
    { payment_methods: ['UPI'], transaction_type: 'AUTHORIZE' },
    ['payment_methods'],
  ],
  [
    'every mistake at once',
    {
      ...{ reference: 'x'.repeat(71), amount: 1.5, max_payments: 0, message: 'x'.repeat(301) },
      ...{ payment_methods: ['saved_card'], locale: '?', return_url: 'ftp://x.example', transaction_type: 'REFUND' },
    },
    [
      ...['amount', 'locale', 'max_payments', 'message', 'payment_methods.0', 'reference'],
      ...['return_url', 'transaction_type'],
    ],
  ],
])('%s is a 422 naming the field', async (_which, changes, properties) => {
  const answer = await postLink(app.merchant, changes)
  expect(answer.status).toBe(422)
  expect(propertiesOf(answer)).toEqual(properties)
})

it('a terminal that is unknown or inactive is a 422 with its processing code', async () => {
  const merchant = await app.newMerchant()
  expect((await postLink(merchant, { terminal_id: 'ter_nobodys' })).body.errors).toMatchObject([
    { property: 'terminal_id', params: ['2013'] },
  ])
  const link = await createLink(merchant)
  await changeTerminal(app.gateway, 'test', merchant.terminalId, { status: 'INACTIVE' })
  expect((await postLink(merchant)).body.errors).toMatchObject([{ property: 'terminal_id', params: ['2014'] }])
  const page = await visit(link.url)
  expect([page.status, page.html.includes('data-action="link-pay"')]).toEqual([200, false])
  expect((await visit(link.url, {})).status).toBe(200)
  expect((await readLink(merchant, link.id)).session_ids).toEqual([])
})

it('the reference of a link is taken for all others, and the later one gets what holds it', async () => {
  const reference = newReference()
  const link = await createLink(app.merchant, { reference })
  const taken = [{ property: 'reference', params: ['payment_link', link.id] }]
  expect((await postLink(app.merchant, { reference })).body.errors).toMatchObject(taken)
  expect((await createSession(app.merchant, { reference })).body.errors).toMatchObject(taken)
  expect((await app.merchant.authorize({ reference })).body.errors).toMatchObject(taken)
  const paid = (await app.merchant.authorize()).body.result
  expect((await postLink(app.merchant, { reference: paid.reference })).body.errors).toMatchObject([
    { property: 'reference', params: ['transaction', paid.id] },
  ])
})

it('an Idempotency-Key gives the same link again', async () => {
  const options = { body: linkBody(app.merchant), headers: { 'idempotency-key': randomUUID() } }
  const create = () => app.merchant.call('POST', '/api/payment-links', options)
  expect((await create()).body.id).toBe((await create()).body.id)
})

it('what a link costs and where it goes never changes', async () => {
  const { id } = await createLink(app.merchant)
  const answer = await changeLink(app.merchant, id, { amount: 1, currency: 'RON', terminal_id: 'x', message: 'Hi' })
  expect([answer.status, propertiesOf(answer)]).toEqual([422, ['amount', 'currency', 'terminal_id']])
  expect((await readLink(app.merchant, id)).message).toBeNull()
})

it('a change is answered with the link, and is in the audit log with before and after, but without texts', async () => {
  const { id } = await createLink(app.merchant)
  const changes = { description: 'Course', message: 'Sold out', max_payments: null, expires_at: null }
  expect((await changeLink(app.merchant, id, changes)).body).toMatchObject(changes)
  expect((await changeLink(app.merchant, id, { status: 'DISABLED' })).body.status).toBe('DISABLED')
  expect((await changeLink(app.merchant, id, { status: 'ACTIVE' })).body.status).toBe('ACTIVE')
  expect((await changeLink(app.merchant, id, { expires_at: '2020-01-01T00:00:00Z' })).status).toBe(422)
  const { items } = (await app.merchant.call('GET', '/api/audit-log?action=payment-link.changed')).body
  const [, disabled, reworded] = items.filter(({ subject }: { subject: string }) => subject === id)
  expect(disabled.changes).toMatchObject({ before: { disabled: false }, after: { disabled: true } })
  expect(reworded.changes).toMatchObject({ message: 'changed', description: 'changed' })
  expect(JSON.stringify(items)).not.toMatch(/Course|Sold out/)
})

it('raising max_payments opens a complete link again, and less than what was paid is a 422', async () => {
  const link = await createLink(app.merchant, { max_payments: 2 })
  for (let payment = 1; payment <= 2; payment += 1) await payLink(link.url)
  expect(await readLink(app.merchant, link.id)).toMatchObject({ status: 'COMPLETED', payments: 2 })
  expect(propertiesOf(await changeLink(app.merchant, link.id, { max_payments: 1 }))).toEqual(['max_payments'])
  expect(propertiesOf(await changeLink(app.merchant, link.id, { status: 'ACTIVE' }))).toEqual(['status'])
  const raised = (await changeLink(app.merchant, link.id, { max_payments: 3 })).body
  expect(raised).toMatchObject({ status: 'ACTIVE', completed_at: null })
})

it('the list is narrowed by status, reference, terminal and text', async () => {
  const merchant = await app.newMerchant()
  const [pottery, weaving] = [await createLink(merchant), await createLink(merchant, { description: 'Weaving' })]
  await changeLink(merchant, weaving.id, { status: 'DISABLED' })
  const idsOf = async (query: string) =>
    (await merchant.call('GET', `/api/payment-links?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await idsOf('')).toEqual([weaving.id, pottery.id])
  expect(await idsOf('status=DISABLED')).toEqual([weaving.id])
  expect(await idsOf(`reference=${pottery.reference}`)).toEqual([pottery.id])
  expect(await idsOf(`terminal_id=${merchant.terminalId}&q=weav`)).toEqual([weaving.id])
  expect(await idsOf(`q=${pottery.id}`)).toEqual([pottery.id])
  expect(await idsOf('terminal_id=other')).toEqual([])
})

it('the link of another merchant is a 404, and its page works', async () => {
  const { id, url } = await createLink(app.merchant)
  const other = await app.newMerchant()
  expect((await other.call('GET', `/api/payment-links/${id}`)).status).toBe(404)
  expect((await changeLink(other, id, { status: 'DISABLED' })).status).toBe(404)
  expect((await other.call('GET', '/api/payment-links')).body.items).toEqual([])
  expect((await visit(url)).status).toBe(200)
})
