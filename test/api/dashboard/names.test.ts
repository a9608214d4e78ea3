import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'

// Names where a reader knows one; an ID that is shortened is still there in full.

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
let endpoint: string
// biome-ignore lint/suspicious/noExplicitAny: a record, as the wire has it
let paid: any
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
  const body = { url: 'https://hooks.larkspur.example/orders', event_types: ['transaction.processed'] }
  endpoint = (await merchant.call('POST', '/api/webhook-endpoints', { body })).body.id
  paid = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
})
afterAll(() => app.close())

it('events name their payment by its reference and endpoints by their host, and are filtered by type', async () => {
  const { items } = (await merchant.call('GET', `/api/events?transaction_id=${paid.id}`)).body
  const { text } = await owner.get('/dashboard/events?type=transaction.processed')
  expect(fieldsOf(text, 'transaction')).toEqual([paid.reference])
  expect(text).toContain(`href="/dashboard/transactions/${paid.id}"`)
  expect(fieldsOf(text, 'event-id')).toEqual([items[0].id])
  expect(attributesOf(text, 'data-copy')).toContain(items[0].id)
  expect(text).toContain(`<option value="${endpoint}">hooks.larkspur.example</option>`)
  const other = (await owner.get('/dashboard/events?type=session.completed')).text
  expect([attributesOf(other, 'data-id'), attributesOf(other, 'data-state')]).toEqual([
    [],
    ['no-match', 'idle-warning'],
  ])
})

it('a payment names its account and, in its timeline, the host of an endpoint', async () => {
  const page = async () => (await owner.get(`/dashboard/transactions/${paid.id}`)).text
  await expect.poll(page, { timeout: 60_000 }).toContain('hooks.larkspur.example, attempt 1')
  const { items } = (await merchant.call('GET', '/api/provider-accounts')).body
  const id = paid.processing_result.payment_provider_account_id
  const { name } = items.find((account: { provider_account_id: string }) => account.provider_account_id === id)
  expect(await page()).toMatch(new RegExp(`<dt>Provider account</dt><dd data-field="account">${name}</dd>`))
  expect(fieldsOf(await page(), 'id')).toEqual([paid.id])
})

it('the audit log says “your server” for a client of the merchant', async () => {
  const { text } = await owner.get('/dashboard/audit-log?action=webhook-endpoint.created')
  expect(fieldsOf(text, 'actor')[0]).toMatch(/^Your server \(/)
  expect(fieldsOf(text, 'subject')[0]).toContain(endpoint)
})

it('the audit log says when the gateway itself changed something', async () => {
  await changeTerminal(app.gateway, 'later start', merchant.terminalId, { receipts: 'all' })
  const { text } = await owner.get('/dashboard/audit-log?action=terminal.changed')
  expect(fieldsOf(text, 'actor')[0]).toBe('Gateway (at a later start)')
})

it('roles are explained where they are chosen, and the support limit is shown in major units', async () => {
  const { text } = await owner.get('/dashboard/team')
  const [, chosen = ''] =
    /<select[^>]* name="role"[^>]*>(.*?)<\/select>/s.exec(text.split('data-form="invite"')[1]!) ?? []
  const [, explained = ''] = /data-list="roles">(.*?)<\/dl>/s.exec(text) ?? []
  expect(attributesOf(explained, 'data-id')).toEqual(attributesOf(chosen, 'value'))
  expect(fieldsOf(text, 'support-limit')).toEqual(['none allowed'])
  await owner.post('/dashboard/team/support-limit', { support_limit: '50' })
  expect(fieldsOf((await owner.get('/dashboard/team')).text, 'support-limit')).toEqual(['€50.00 or ¥5,000'])
})
