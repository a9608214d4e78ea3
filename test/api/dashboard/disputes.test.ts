import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { disputed, move, shown } from '../disputes/disputes.ts'

// Disputes on the dashboard (docs/reference/disputes.md).

const PATH = '/dashboard/disputes'

let app: RunningGateway
let merchant: TestMerchant
let support: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  support = await newVisitor(app, 'support', merchant.merchantId)
})
afterAll(() => app.close())

const page = async (path: string) => (await support.get(path)).text

it('lists disputes by deadline, narrowed by status and payment', async () => {
  const one = await disputed(merchant, 'inquiry')
  const two = await disputed(merchant, 'chargeback')
  await move(merchant, one.dispute, 'UNDER_REVIEW', 'CHARGEBACK')
  const ids = attributesOf(await page(PATH), 'data-id')
  expect(ids).toEqual([two.dispute.id, one.dispute.id])
  expect(attributesOf(await page(`${PATH}?payment=${one.payment.id}`), 'data-id')).toEqual([one.dispute.id])
  expect(attributesOf(await page(`${PATH}?status=WON`), 'data-row')).toEqual([])
})

it('lists disputes without a deadline last, and the home page names the next deadline', async () => {
  const own = await app.newMerchant()
  const person = await newVisitor(app, 'support', own.merchantId)
  const [first, second] = [await disputed(own, 'inquiry'), await disputed(own, 'inquiry')]
  await app.database.sql`update disputes set respond_by = null where dispute_id = ${first.dispute.id}`
  const ids = attributesOf((await person.get(`${PATH}?status=NEEDS_RESPONSE`)).text, 'data-id')
  expect(ids).toEqual([second.dispute.id, first.dispute.id])
  const home = (await person.get('/dashboard')).text
  expect(fieldsOf(home, 'words')[0]).toMatch(/^A dispute needs your response by \d/)
  expect(fieldsOf(home, 'count')[0]).toBe('2')
})

it('shows a dispute with its money and history, and its payment leads to it', async () => {
  const { payment, dispute } = await disputed(merchant, 'chargeback')
  await move(merchant, dispute, 'WON')
  const text = await page(`${PATH}/${dispute.id}`)
  expect(fieldsOf(text, 'id')).toEqual([dispute.id])
  expect(fieldsOf(text, 'type')).toEqual(['Chargeback reversal', 'Chargeback'])
  expect(fieldsOf(text, 'changed-funds')).toEqual(['Taken from you', 'Returned to you'])
  expect(text).toContain(`href="/dashboard/transactions/${payment.id}"`)
  expect(await page(`/dashboard/transactions/${payment.id}`)).toContain(`href="${PATH}/${dispute.id}"`)
})

it('shows money that moved before a hundred later follow-ups, by its provider', async () => {
  const { payment, dispute } = await disputed(merchant, 'chargeback')
  await app.database.sql`
    insert into transactions
    select (jsonb_populate_record(t, jsonb_build_object(
      'id', 'trx_later' || n || right(t.id, 8), 'transaction_type', 'VOID', 'status', 'DECLINED', 'data', null,
      'created_at', now() + n * interval '1 second'
    ))).* from transactions t, generate_series(1, 101) n
    where parent_id = ${payment.id} and transaction_type = 'CHARGEBACK'`
  const text = await page(`${PATH}/${dispute.id}`)
  expect([fieldsOf(text, 'type'), text.includes('No money has moved')]).toEqual([['Chargeback'], false])
  const [, id] = /transactions\/(trx_\w+)" data-link/.exec(text) ?? /data-id="(trx_\w+)"/.exec(text)!
  const record = await page(`/dashboard/transactions/${id}`)
  expect([fieldsOf(record, 'actor'), fieldsOf(record, 'started-by')]).toEqual([['provider'], []])
})

it('is accepted after a fresh proof of identity', async () => {
  const { dispute } = await disputed(merchant, 'chargeback')
  const path = `${PATH}/${dispute.id}`
  expect(await page(path)).toContain('data-action="dispute-accept"')
  const { sql } = app.database
  await sql`update dashboard_sessions set proved_at = now() - interval '301 seconds' where person_id = ${support.personId}`
  expect((await support.get(`${path}/accept`)).headers.get('location')).toContain('/dashboard/step-up')
  expect((await support.post(`${path}/accept`)).headers.get('location')).toContain('/dashboard/step-up')
  expect(await shown(merchant, dispute)).toMatchObject({ status: 'NEEDS_RESPONSE' })
  await sql`update dashboard_sessions set proved_at = now() where person_id = ${support.personId}`
  expect(await page(`${path}/accept`)).toContain('data-action="confirm"')
  expect((await support.post(`${path}/accept`)).headers.get('location')).toBe(`${path}?done=accepted`)
  expect(await shown(merchant, dispute)).toMatchObject({ status: 'ACCEPTED' })
  const [entry] = await sql`select actor_kind, action from audit_log where subject = ${dispute.id}`
  expect(entry).toMatchObject({ actor_kind: 'person', action: 'dispute.accepted' })
  expect(await page(path)).not.toContain('data-action="dispute-accept"')
})

it('is not accepted by a developer, nor twice over once it is lost', async () => {
  const { dispute } = await disputed(merchant, 'chargeback')
  const developer = await newVisitor(app, 'developer', merchant.merchantId)
  const path = `${PATH}/${dispute.id}`
  expect((await developer.get(path)).text).not.toContain('data-action="dispute-accept"')
  expect((await developer.post(`${path}/accept`)).status).toBe(403)
  await move(merchant, dispute, 'LOST')
  expect((await support.post(`${path}/accept`)).status).toBe(422)
})
