import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { APPROVES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { ALWAYS, saveRules, type WantedRule, written } from '../rules/routing-rules.ts'

const PATH = '/dashboard/rules/risk'

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
let developer: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
  developer = await newVisitor(app, 'developer', merchant.merchantId)
})
afterAll(() => app.close())

const draftOf = (rules: readonly WantedRule[]) => Buffer.from(JSON.stringify(written(rules))).toString('base64url')
const block = (name: string, when: readonly object[] = []): WantedRule => ({ name, when, then: { action: 'BLOCK' } })
const LARGE = [{ field: 'amount', operator: 'gte', value: 50_000, currency: 'EUR' }]
const BY_EMAIL = [{ field: 'email', operator: 'present' }]

it('shows every rule in words, with a warning at one that never matches', async () => {
  await saveRules(merchant, 'risk', [block('large', LARGE), block('all'), block('late')])
  const { text } = await developer.get(PATH)
  expect(fieldsOf(text, 'name')).toEqual(['large', 'all', 'late'])
  expect(text).toContain('Amount is at least €500.00')
  expect(attributesOf(text, 'data-state')).toContain('warning')
  expect(text).not.toContain('data-action="rules-save"')
})

it('saves a draft as a new version by the owner; a draft on another version is refused and kept', async () => {
  const { version } = (await merchant.call('GET', '/api/rules/risk')).body
  const form = { version: String(version), draft: draftOf([block('saved here', LARGE)]) }
  expect((await developer.post(PATH, form)).status).toBe(403)
  expect((await owner.post(PATH, form)).headers.get('location')).toBe(`${PATH}?done=saved`)
  const { rules } = (await merchant.call('GET', '/api/rules/risk')).body
  expect(rules).toMatchObject(written([block('saved here', LARGE)]))
  const late = await owner.post(PATH, { ...form, draft: draftOf([block('too late')]) })
  expect([late.status, fieldsOf(late.text, 'name')]).toEqual([422, ['too late']])
  const { text } = await owner.get(`${PATH}?version=${version}`)
  expect(text).toContain('data-action="restore"')
})

it('refuses to try rules about customers to a role that does not see them', async () => {
  const tried = await developer.post(`${PATH}/try`, { draft: draftOf([block('known', BY_EMAIL)]) })
  expect([tried.status, attributesOf(tried.text, 'data-section')]).toEqual([422, []])
  const allowed = await developer.post(`${PATH}/try`, { draft: draftOf([block('large', LARGE)]) })
  expect([allowed.status, attributesOf(allowed.text, 'data-section')]).toEqual([200, ['bench']])
})

it('takes no draft that is not its own', async () => {
  expect((await owner.post(`${PATH}/draft`, { draft: 'nonsense' })).status).toBe(422)
})

test('the page of a payment says why its account was asked', async () => {
  const { merchant: routed, accounts } = await newRoutedMerchant(app, APPROVES, APPROVES)
  await saveRules(routed, 'routing', ALWAYS(accounts[1]!))
  const { id } = (await routed.authorize({})).body.result
  const viewer = await newVisitor(app, 'viewer', routed.merchantId)
  const { text } = await viewer.get(`/dashboard/transactions/${id}`)
  expect(fieldsOf(text, 'routing-rule')).toEqual(['Routed by rule always, version 1.'])
  expect(text).toContain('Bank 2 was asked.')
})
