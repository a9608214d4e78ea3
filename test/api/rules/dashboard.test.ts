import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { entriesOf, listed, paid, withRules } from './listing.ts'

const BLOCK = '/dashboard/lists/block'
const REVIEWS = '/dashboard/reviews'
const REVIEW = { name: 'large ones', status: 'ACTIVE', when: [], then: { action: 'REVIEW' } }

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const pageOf = async (visitor: Visitor, path: string) => (await visitor.get(path)).text
const actionsOn = async (visitor: Visitor, path: string) => attributesOf(await pageOf(visitor, path), 'data-action')

it('support adds an entry, finds it and removes it; a viewer sees no lists', async () => {
  const merchant = await app.newMerchant()
  const support = await newVisitor(app, 'support', merchant.merchantId)
  const form = { kind: 'email', value: ' Ada@shop.example ', reason: 'refused parcels', expires_at: '2099-12-31' }
  const sent = await support.post(BLOCK, form)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${BLOCK}?done=added`])
  const [entry] = await entriesOf(merchant, 'block')
  const added = { kind: 'email', reason: form.reason, expires_at: '2100-01-01T00:00:00.000Z' }
  expect(entry).toMatchObject({ ...added, created_by: support.personId })
  expect(fieldsOf(await pageOf(support, `${BLOCK}?q=ADA@shop.example`), 'value')).toEqual(['a***@shop.example'])
  expect(await pageOf(support, `${BLOCK}?q=eve@shop.example`)).toContain('data-state="no-match"')
  expect((await support.post(`${BLOCK}/${entry!.id}/remove`)).status).toBe(303)
  expect(await entriesOf(merchant, 'block')).toEqual([])
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  const statuses = [viewer.get(BLOCK), viewer.post(BLOCK, form), viewer.get(REVIEWS)]
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 403, 403])
})

it('what is wrong with an entry is shown at its field, with what was typed', async () => {
  const { merchantId } = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchantId)
  const { status, text } = await owner.post(BLOCK, { kind: 'bin', value: '12', reason: 'kept', expires_at: '' })
  expect([status, attributesOf(text, 'data-problem')]).toEqual([422, ['value']])
  expect(text).toContain('value="kept"')
})

it('a file is imported; its bad lines are named by their numbers', async () => {
  const merchant = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  const header = 'kind,value,reason,expires_at\n'
  const bad = await owner.post(`${BLOCK}/import`, { csv: `${header}bin,400000,,\nbin,4,,\ncountry,KP,,` })
  expect([bad.status, fieldsOf(bad.text, 'bad-lines')[0]]).toEqual([200, expect.stringContaining('Line 3: Use the')])
  expect(await entriesOf(merchant, 'block')).toHaveLength(2)
  const good = await owner.post(`${BLOCK}/import`, { csv: `${header}customer_id,4242,,` })
  expect([good.status, good.headers.get('location')]).toEqual([303, `${BLOCK}?done=imported`])
  const large = Array.from({ length: 30_000 }, (_, at) => `bin,${10_000_000 + at},,`).join('\n')
  expect((await owner.post(`${BLOCK}/import`, { csv: header + large })).status).toBe(303)
  const none = await owner.post(`${BLOCK}/import`, { csv: 'bin,400000' })
  expect([none.status, attributesOf(none.text, 'data-problem')]).toEqual([422, ['csv']])
})

it('counts of rules on shoppers are shown to those only who may see customers', async () => {
  const about = { ...REVIEW, name: 'ada', when: [{ field: 'email', operator: 'eq', value: 'ada@shop.example' }] }
  const merchant = await withRules(await app.newMerchant(), about, REVIEW)
  await paid(merchant, { customer: { email: 'ada@shop.example' } })
  const countsSeenBy = async (role: 'owner' | 'developer') =>
    fieldsOf(await pageOf(await newVisitor(app, role, merchant.merchantId), '/dashboard/rules/risk'), 'counts')
  expect(await countsSeenBy('owner')).toHaveLength(2)
  expect(await countsSeenBy('developer')).toHaveLength(1)
})

it('the queue lists payments to review with reasons, oldest first; support decides and blocks in one step', async () => {
  const merchant = await withRules(await app.newMerchant(), REVIEW)
  const support = await newVisitor(app, 'support', merchant.merchantId)
  const first = await paid(merchant, { customer: { email: 'eve@shop.example' } })
  const second = await paid(merchant)
  const queue = await pageOf(support, REVIEWS)
  expect(attributesOf(queue, 'data-id')).toEqual([first.id, second.id])
  expect(fieldsOf(queue, 'reasons')).toEqual([REVIEW.name, REVIEW.name])
  const decision = `${REVIEWS}/${first.id}`
  const page = await pageOf(support, decision)
  expect(fieldsOf(page, 'why')).toEqual([`Your rule “${REVIEW.name}” wants a person to look at this payment.`])
  expect(await actionsOn(support, decision)).toEqual(expect.arrayContaining(['cleared', 'fraud']))
  await support.post(decision, { outcome: 'FRAUD', 'block.email': 'yes' })
  expect(await entriesOf(merchant, 'block')).toMatchObject([{ kind: 'email', created_by: support.personId }])
  const again = await support.post(decision, { outcome: 'CLEARED' })
  expect([again.status, again.text.includes('cannot be decided again')]).toEqual([422, true])
  await support.post(`${REVIEWS}/${second.id}`, { outcome: 'CLEARED' })
  expect(await pageOf(support, REVIEWS)).toContain('data-state="empty"')
})

it('the page of a payment says why it was stopped, and leads to blocking who paid', async () => {
  const merchant = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  const { id } = await paid(merchant)
  const payment = `/dashboard/transactions/${id}`
  expect(await pageOf(owner, payment)).toContain(`href="${REVIEWS}/${id}" data-action="block"`)
  expect((await owner.post(`${REVIEWS}/${id}`, { outcome: 'BLOCK' })).status).toBe(422)
  const blocked = await owner.post(`${REVIEWS}/${id}`, { outcome: 'BLOCK', 'block.card_hash': 'yes' })
  expect(blocked.status).toBe(303)
  const stopped = await paid(merchant)
  const text = await pageOf(owner, `/dashboard/transactions/${stopped.id}`)
  expect(text).toContain('Why stopped?')
  expect(fieldsOf(text, 'why')[0]).toMatch(/^An entry of your block list matches this payment/)
  expect(fieldsOf(text, 'risk-list')).toEqual([stopped.data.risk.list])
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  expect(await actionsOn(viewer, payment)).not.toContain('block')
  await listed(merchant, 'allow', { kind: 'country', value: 'RO' })
  expect(await pageOf(owner, '/dashboard/lists/allow')).toContain('Country of the customer')
})
