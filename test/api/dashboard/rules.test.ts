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
  expect(text).toContain('If the amount is at least €500.00')
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

it('names who saved a version, and takes amounts as people write them and hidden emails as they are shown', async () => {
  const own = await app.newMerchant()
  const { personId, ...boss } = await newVisitor(app, 'owner', own.merchantId)
  const email = { field: 'email', operator: 'eq', value: 'ada@shop.example' }
  const saved = await boss.post(PATH, { version: '0', draft: draftOf([block('ada', [...LARGE, email])]) })
  expect(saved.status).toBe(303)
  const [row] = await app.database.sql<{ name: string }[]>`select name from people where person_id = ${personId}`
  const page = (await boss.get(PATH)).text
  expect(fieldsOf(page, 'version')[0]).toContain(`by ${row!.name}`)
  expect(page).not.toContain('ada@shop.example')

  const draft = attributesOf(page, 'value').find((value) => value.length > 100)!
  const edit = (await boss.post(`${PATH}/draft`, { version: '1', draft, act: 'edit-0' })).text
  expect(edit).toMatch(/name="when0.value"[^>]*>\s*500\.00</)
  const [hidden = ''] = /a\*\*\*@shop\.example#[\w-]{43}/.exec(edit) ?? []
  const [amount, person] = [
    { 'when0.field': 'amount', 'when0.operator': 'gte', 'when0.currency': 'EUR', 'when0.value': '1,250.5' },
    { 'when1.field': 'email', 'when1.operator': 'eq', 'when1.value': hidden },
  ]
  const form = { version: '1', draft, at: '0', name: 'ada', status: 'ACTIVE', then: 'BLOCK', ...amount, ...person }
  const unclear = await boss.post(PATH, { ...form, 'when0.value': '1.000' })
  expect([unclear.status, unclear.text.includes('Enter an amount such as 50.00.')]).toEqual([422, true])
  // A bar over the end of the window would hide what is wrong there.
  expect([edit, unclear.text].map((shown) => shown.includes('sticky-action'))).toEqual([true, false])
  expect((await boss.post(PATH, form)).status).toBe(303)
  const { rules } = (await own.call('GET', '/api/rules/risk')).body
  expect(rules[0].when).toEqual([
    { ...LARGE[0], value: 125_050 },
    { ...email, value: hidden },
  ])
})

it('says that a rule without a condition is for every payment, while it is edited', async () => {
  const form = { version: '0', draft: draftOf([block('all'), block('large', LARGE)]) }
  const editing = async (at: number) => (await owner.post(`${PATH}/draft`, { ...form, act: `edit-${at}` })).text
  const pages = [await editing(0), await editing(1)]
  expect(pages.map((text) => attributesOf(text, 'data-state').includes('no-condition'))).toEqual([true, false])
})

it('refuses to try rules about customers to a role that does not see them', async () => {
  const tried = await developer.post(`${PATH}/try`, { draft: draftOf([block('known', BY_EMAIL)]) })
  expect([tried.status, attributesOf(tried.text, 'data-section')]).toEqual([422, []])
  const allowed = await developer.post(`${PATH}/try`, { draft: draftOf([block('large', LARGE)]) })
  expect([allowed.status, attributesOf(allowed.text, 'data-section')]).toEqual([200, ['bench']])
})

it('the tabs of fraud say how many payments wait for a review, to roles that decide', async () => {
  const own = await app.newMerchant()
  await saveRules(own, 'risk', [{ name: 'all', status: 'ACTIVE', when: [], then: { action: 'REVIEW' } }])
  for (let paid = 0; paid < 2; paid += 1) await own.authorize({})
  const counts = async (role: 'support' | 'developer') => {
    const visitor = await newVisitor(app, role, own.merchantId)
    return fieldsOf((await visitor.get(PATH)).text, 'reviews-count')
  }
  expect([await counts('support'), await counts('developer')]).toEqual([['2'], []])
})

it('takes no draft that is not its own', async () => {
  expect((await owner.post(`${PATH}/draft`, { draft: 'nonsense' })).status).toBe(422)
  for (const odd of [{ when: [{}] }, { when: [{ field: 'constructor', operator: 'eq' }] }, { then: { action: 5 } }]) {
    const draft = draftOf([{ ...block('odd'), ...odd } as WantedRule])
    expect((await owner.post(`${PATH}/draft`, { draft, act: 'show' })).status, draft).toBe(422)
  }
  expect((await owner.post(`${PATH}/draft`, { draft: draftOf([]), act: 'drop-0' })).status).toBe(200)
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
