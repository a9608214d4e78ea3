import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProviderAccount } from '#flows/admin/provider-accounts.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { ABOVE_500, counter, putRules, rule } from './rules.ts'

// Rules are one ordered set with versions (docs/reference/rules.md#the-set).

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

const show = async (merchant: TestMerchant, query = '') => (await merchant.call('GET', `/api/rules/risk${query}`)).body

it('a new merchant has empty sets of version 0, and payments without data.risk', async () => {
  const merchant = await app.newMerchant()
  for (const kind of ['risk', 'routing']) {
    const empty = { kind, version: 0, updated_at: null, updated_by: null, rules: [], warnings: [] }
    expect((await merchant.call('GET', `/api/rules/${kind}`)).body).toEqual(empty)
  }
  expect((await merchant.authorize()).body.result.data).not.toHaveProperty('risk')
  expect((await merchant.call('GET', '/api/rules/other')).status).toBe(404)
})

it('a set is replaced as a whole and comes back as it was sent', async () => {
  const merchant = await app.newMerchant()
  const rules = [rule('large', 'BLOCK', [ABOVE_500, counter()]), rule('all', 'REVIEW', [], 'OFF')]
  const { status, body } = await putRules(merchant, rules, 0)
  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 1, updated_by: merchant.clientId, warnings: [] })
  const shown = await show(merchant)
  expect(shown).toEqual(body)
  expect(shown.rules.map(({ counts: _, ...rest }: { counts?: unknown }) => rest)).toEqual(rules)
})

it('null for a member that a condition does not need is the same as omitting it', async () => {
  const merchant = await app.newMerchant()
  const condition = { field: 'email', operator: 'present', value: null, currency: null, per: null }
  const { body } = await putRules(merchant, [rule('with email', 'REVIEW', [condition])], 0)
  expect(body.rules[0].when).toEqual([{ field: 'email', operator: 'present' }])
})

it('without If-Match a save is 428; with an old version it is 412 with the present set', async () => {
  const merchant = await app.newMerchant()
  const missing = await merchant.call('PUT', '/api/rules/risk', { body: { rules: [] } })
  expect([missing.status, missing.body.errors[0].property]).toEqual([428, 'If-Match'])
  expect((await putRules(merchant, [], '*')).status).toBe(428)
  await putRules(merchant, [rule('first', 'REVIEW')], 0)
  const { status, body } = await putRules(merchant, [], 0)
  expect(status).toBe(412)
  expect(body).toMatchObject({ version: 1, rules: [{ name: 'first' }], errors: [{ params: ['1'] }], status: 412 })
})

it('of ten who have seen the same version, one saves', async () => {
  const merchant = await app.newMerchant()
  const saves = Array.from({ length: 10 }, (_, index) => putRules(merchant, [rule(`of ${index}`, 'REVIEW')], 0))
  const statuses = (await Promise.all(saves)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(412)])
  expect((await show(merchant)).version).toBe(1)
})

it('an older version can be seen, and saving its rules again makes a new one', async () => {
  const merchant = await app.newMerchant()
  await putRules(merchant, [rule('first', 'REVIEW')], 0)
  await putRules(merchant, [], 1)
  const first = await show(merchant, '?version=1')
  expect(first).toMatchObject({ version: 1, rules: [{ name: 'first' }] })
  expect((await putRules(merchant, first.rules, 2)).body).toMatchObject({ version: 3, rules: [{ name: 'first' }] })
  expect(await show(merchant, '?version=2')).toMatchObject({ version: 2, rules: [] })
  expect((await merchant.call('GET', '/api/rules/risk?version=4')).status).toBe(404)
})

it('a set with errors is a 422 that names each of them, and nothing is saved', async () => {
  const merchant = await app.newMerchant()
  const wrong = [
    rule('one', 'BLOCK', [{ field: 'height', operator: 'eq', value: 1 }]),
    rule('one', 'BLOCK', [
      { field: 'amount', operator: 'gte', value: 1 },
      { field: 'brand', operator: 'lt', value: 'visa' },
    ]),
    rule('three', 'BLOCK', [{ field: 'card_country', operator: 'eq', value: 'RO' }]),
  ]
  const { status, body } = await putRules(merchant, wrong, 0)
  expect(status).toBe(422)
  expect(body.errors.map(({ property }: { property: string }) => property)).toEqual([
    'rules[0].when[0].field',
    'rules[1].when[0].currency',
    'rules[1].when[1].operator',
    'rules[2].when[0].field',
    'rules[1].name',
  ])
  expect((await show(merchant)).version).toBe(0)
})

it('routing rules name accounts of the merchant, with weights of 100', async () => {
  const [merchant, other] = [await app.newMerchant(), await app.newMerchant()]
  const wanted = { provider: 'card-simulator', name: 'Bank', settings: {}, credentials: {} }
  const { providerAccountId: own } = await createProviderAccount(app.gateway, 'test', merchant.merchantId, wanted)
  const { providerAccountId: foreign } = await createProviderAccount(app.gateway, 'test', other.merchantId, wanted)
  const split = (account: string, weight: number) => ({
    ...rule('split', ''),
    then: { split: [{ account, weight }] },
  })
  const errorsOf = async (account: string, weight: number) =>
    (await putRules(merchant, [split(account, weight)], 0, 'routing')).body.errors?.map(
      ({ property }: { property: string }) => property,
    )
  expect(await errorsOf(foreign, 100)).toEqual(['rules[0].then.split[0].account'])
  expect(await errorsOf(own, 90)).toEqual(['rules[0].then.split'])
  expect(await errorsOf(own, 100)).toBeUndefined()
})

it('a rule behind an unconditional ending one is saved with a warning', async () => {
  const merchant = await app.newMerchant()
  const { status, body } = await putRules(merchant, [rule('all', 'ALLOW'), rule('late', 'BLOCK')], 0)
  expect(status).toBe(200)
  expect(body.warnings).toEqual([{ property: 'rules[1]', message: expect.any(String), params: ['all'] }])
})

it('the audit log has the difference of each version, and operators save through their own door', async () => {
  const merchant = await app.newMerchant()
  await putRules(merchant, [rule('kept', 'REVIEW'), rule('gone', 'BLOCK')], 0)
  const path = `/admin/merchants/${merchant.merchantId}/rules/risk`
  const rules = [rule('kept', 'CHALLENGE'), rule('new', 'BLOCK', [ABOVE_500])]
  expect((await app.operator('PUT', path, { rules }, { headers: { 'if-match': '"1"' } })).status).toBe(200)
  expect((await app.operator('GET', path)).body).toMatchObject({ version: 2, updated_by: app.operatorId })
  const { items } = (await merchant.call('GET', '/api/audit-log?action=rules.changed')).body
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({
    subject: 'risk',
    changes: {
      version: { before: 1, after: 2 },
      added: [{ name: 'new' }],
      removed: [{ name: 'gone' }],
      changed: [{ before: { then: { action: 'REVIEW' } }, after: { then: { action: 'CHALLENGE' } } }],
    },
  })
  expect(items.map(({ actor }: { actor: string }) => actor)).toEqual([app.operatorId, merchant.clientId])
  expect((await app.operator('GET', '/admin/merchants/mer_none/rules/risk')).status).toBe(404)
})

it('rules of another merchant are neither shown nor applied', async () => {
  const [merchant, other] = [await app.newMerchant(), await app.newMerchant()]
  await putRules(merchant, [rule('mine', 'BLOCK')], 0)
  expect(await show(other)).toMatchObject({ version: 0, rules: [] })
  expect((await other.authorize()).body.result.status).toBe('APPROVED')
})
