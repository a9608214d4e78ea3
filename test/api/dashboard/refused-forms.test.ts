import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor } from '#test/visitor.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const CARD = '4111111111111111'

it.each([
  ['team/invite', { email: 'kept-as-typed', role: 'finance' }, 'email'],
  ['team/invite', { email: `kept-as-typed${'x'.repeat(260)}@people.example`, role: 'finance' }, 'email'],
  ['team/support-limit', { support_limit: 'kept-as-typed-is-too-long' }, 'support_limit'],
  ['account/name', { name: `kept-as-typed ${'x'.repeat(100)}` }, 'name'],
  ['settings', { name: `kept-as-typed ${'x'.repeat(2000)}`, time_zone: 'UTC' }, 'name'],
])('what the schema of %s refuses is shown at its field, with what was typed: %j', async (path, form, field) => {
  const { merchantId } = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchantId)
  const { status, text } = await owner.post(`/dashboard/${path}`, form)
  expect([status, text.includes('That did not work')]).toEqual([422, false])
  expect(text).toContain(`id="${field}-problem"`)
  expect(text).toContain('kept-as-typed')
})

it.each([
  ['account/name', { name: `A ${CARD}` }, 'name'],
  ['settings', { name: `A ${CARD}`, time_zone: 'UTC' }, 'name'],
  ['team/invite', { email: `${CARD}@people.example`, role: 'finance' }, 'email'],
])('a card number typed into %s is refused at its field, and written back nowhere', async (path, form, field) => {
  const { merchantId } = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchantId)
  const { status, text } = await owner.post(`/dashboard/${path}`, form)
  expect([status, text.includes(CARD), text.includes('That did not work')]).toEqual([422, false, false])
  expect(text).toContain(`id="${field}-problem"`)
})

it.each([
  [CARD, 'a card number'],
  ['x'.repeat(5000), 'one that is too long'],
])('a reason of a refund that is refused is shown at its field, and the amount stays: %#', async (reason) => {
  const merchant = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  const { id } = (await merchant.authorize({})).body.result
  const form = { key: 'a'.repeat(22), amount: '1.23', reason }
  const { status, text } = await owner.post(`/dashboard/transactions/${id}/refund`, form)
  expect([status, text.includes(CARD), text.includes('That did not work')]).toEqual([422, false, false])
  expect(text).toContain('id="reason-problem"')
  expect(text).toContain('value="1.23"')
})
