import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { agree, agreementOf, charge } from '../agreements/agreements.ts'
import { newCustomer } from '../saved-cards/saved-card-support.ts'

// Agreements on the dashboard (docs/reference/agreements.md#changes).

const PATH = '/dashboard/agreements'

let app: RunningGateway
let merchant: TestMerchant
let support: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  support = await newVisitor(app, 'support', merchant.merchantId)
})
afterAll(() => app.close())

const page = async (path: string) => (await support.get(path)).text

it('lists agreements by status and customer, each with its card', async () => {
  const customer = await newCustomer(merchant)
  const { agreement_id: id } = await agree(merchant, { description: 'Box & tea' }, { customer: { id: customer } })
  await agree(merchant)
  const text = await page(`${PATH}?customer=${customer}&status=ACTIVE`)
  expect(attributesOf(text, 'data-row')).toEqual(['agreement'])
  expect(text).toContain(`href="${PATH}/${id}"`)
  expect([fieldsOf(text, 'description'), fieldsOf(text, 'card'), fieldsOf(text, 'status')]).toEqual([
    ['Box & tea'],
    ['Visa\u00a0••••\u00a01111'],
    ['Active'],
  ])
  expect(attributesOf(await page(`${PATH}?customer=${customer}&status=CANCELED`), 'data-row')).toEqual([])
})

it('names customer, next charge and last amount, and who canceled', async () => {
  const customer = await newCustomer(merchant)
  const person = { id: customer, first_name: 'Ada', last_name: 'L' }
  const { agreement_id: id, created_at } = await agree(
    merchant,
    { frequency_days: 30 },
    { customer: person, amount: 1800 },
  )
  const list = () => page(`${PATH}?customer=${customer}`)
  const day = new Date(Date.parse(created_at) + 30 * 86_400_000).toISOString().slice(0, 10)
  expect(await list()).toContain(`<time datetime="${day}"`)
  expect([fieldsOf(await list(), 'customer'), fieldsOf(await list(), 'amount')]).toEqual([['Ada L'], ['€18.00']])
  await merchant.call('PATCH', `/api/agreements/${id}`, { body: { status: 'CANCELED' } })
  expect(await list()).toMatch(/>Canceled<\/span><\/span> <span class="hint">by you</)
  expect(fieldsOf(await list(), 'next-charge')).toEqual(['–'])
})

it('shows an agreement with its charges and the next attempt', async () => {
  const { agreement_id: id, reference } = await agree(merchant, { max_amount: 5000 })
  const options = { recovery: { after_days: [3] } }
  const charged = await charge(merchant, id, { options }, { simulate_charge_outcomes: '1004,0000' })
  const text = await page(`${PATH}/${id}`)
  expect(fieldsOf(text, 'id')).toEqual([id])
  expect(text).toContain('€50.00')
  expect(fieldsOf(text, 'reference')).toEqual([charged.reference, reference])
  const [next, none] = fieldsOf(text, 'next')
  const at = new Date(charged.data.retry_options.data.next_attempt_at)
  expect(next).toContain(`${at.getUTCDate()} `)
  expect(none).toBe('')
})

it('is canceled after a fresh proof of identity, by an entry of the audit log', async () => {
  const { agreement_id: id } = await agree(merchant)
  const path = `${PATH}/${id}`
  expect(await page(path)).toContain('data-action="agreement-cancel"')
  const { sql } = app.database
  await sql`update dashboard_sessions set proved_at = now() - interval '301 seconds' where person_id = ${support.personId}`
  const asked = await support.post(`${path}/cancel`)
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/dashboard/step-up'])
  expect((await agreementOf(merchant, id)).status).toBe('ACTIVE')
  await sql`update dashboard_sessions set proved_at = now() where person_id = ${support.personId}`
  const sent = await support.post(`${path}/cancel`)
  expect(sent.status).toBe(303)
  const text = await page(sent.headers.get('location')!)
  expect(fieldsOf(text, 'stop-reason')).toEqual(['Canceled by you'])
  expect(text).not.toContain('data-action="agreement-cancel"')
  expect(await agreementOf(merchant, id)).toMatchObject({ status: 'CANCELED', stop_reason: 'MERCHANT' })
  await support.post(`${path}/cancel`)
  const { items } = (await merchant.call('GET', `/api/audit-log?subject=${id}`)).body
  expect(items).toMatchObject([{ action: 'agreement.changed', actor: support.personId }])
})

it('finance sees no button and cancels nothing; a viewer and another merchant see no agreement', async () => {
  const { agreement_id: id } = await agree(merchant)
  const path = `${PATH}/${id}`
  const finance = await newVisitor(app, 'finance', merchant.merchantId)
  const { status, text } = await finance.get(path)
  expect([status, text.includes('data-action="agreement-cancel"')]).toEqual([200, false])
  expect((await finance.post(`${path}/cancel`)).status).toBe(403)
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  for (const page of [PATH, path]) expect((await viewer.get(page)).status).toBe(403)
  const stranger = await newVisitor(app, 'owner', (await app.newMerchant()).merchantId)
  expect((await stranger.get(path)).status).toBe(404)
  expect((await stranger.post(`${path}/cancel`)).status).toBe(404)
  expect((await agreementOf(merchant, id)).status).toBe('ACTIVE')
})
