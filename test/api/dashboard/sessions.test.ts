import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { openBrowser, readSession } from '../sessions/browser.ts'

const PATH = '/dashboard/sessions'

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
})
afterAll(() => app.close())

const open = (changes = {}) => openBrowser(app.baseUrl, merchant, changes)
const page = async (path: string) => (await owner.get(path)).text

it('the list shows sessions newest first and narrows by status, reference and terminal', async () => {
  const [paid, fresh] = [await open(), await open({ amount: 777 })]
  await paid.pay()
  const text = await page(PATH)
  expect(text).toContain('<h1>Checkouts</h1>')
  expect(attributesOf(text, 'data-id')).toEqual([fresh.id, paid.id])
  expect(fieldsOf(text, 'status')).toEqual(['Created', 'Approved'])
  expect(fieldsOf(text, 'amount')).toEqual(['€7.77', '€12.50'])
  expect(attributesOf(await page(`${PATH}?status=APPROVED`), 'data-id')).toEqual([paid.id])
  const { reference } = await readSession(merchant, fresh.id)
  const query = new URLSearchParams({ reference, terminal: merchant.terminalId })
  expect(attributesOf(await page(`${PATH}?${query}`), 'data-id')).toEqual([fresh.id])
  expect(await page(`${PATH}?reference=none`)).toContain('data-state="no-match"')
})

it('a session page cancels an open session once, with the person in the audit log', async () => {
  const session = await open()
  expect(await page(`${PATH}/${session.id}`)).toContain('data-action="cancel-session"')
  const sent = await owner.post(`${PATH}/${session.id}/cancel`)
  expect(sent.status).toBe(303)
  const text = await page(sent.headers.get('location')!)
  expect(text).toContain('Session canceled.')
  expect(text).not.toContain('data-action="cancel-session"')
  expect((await readSession(merchant, session.id)).status).toBe('CANCELED')
  const { items } = (await merchant.call('GET', `/api/audit-log?subject=${session.id}`)).body
  expect(items).toMatchObject([{ action: 'session.canceled', actor: owner.personId }])
})

it('a paid session lists its payment, has no cancel button and says why it cannot be canceled', async () => {
  const session = await open()
  const { transaction_id } = (await session.pay()).body
  const text = await page(`${PATH}/${session.id}`)
  expect(attributesOf(text, 'data-id')).toContain(transaction_id)
  expect(text).not.toContain('data-action="cancel-session"')
  expect(await page(`/dashboard/transactions/${transaction_id}`)).toContain(`href="${PATH}/${session.id}"`)
  const refused = await owner.post(`${PATH}/${session.id}/cancel`)
  expect([refused.status, refused.text.includes('This session is paid')]).toEqual([422, true])
})

it('a viewer reads sessions and cannot cancel them', async () => {
  const session = await open()
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  expect((await viewer.get(`${PATH}/${session.id}`)).text).not.toContain('data-action="cancel-session"')
  expect((await viewer.post(`${PATH}/${session.id}/cancel`)).status).toBe(403)
  expect((await readSession(merchant, session.id)).status).toBe('CREATED')
})
