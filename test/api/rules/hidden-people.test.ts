import { afterAll, beforeAll, expect, it } from 'vitest'
import { hidePeopleInRules } from '#flows/rules/hide-stored-rules.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { erase } from '../erasures/people.ts'
import { putRules, rule, saveRules } from './rules.ts'

// Values of people in conditions (docs/reference/rules.md#values-of-people).

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const ADA = 'ada@shop.example'
const PEOPLE = [
  rule('emails', 'BLOCK', [{ field: 'email', operator: 'in', value: ['Eve@Shop.Example', ADA] }]),
  rule('customer', 'BLOCK', [{ field: 'customer_id', operator: 'eq', value: 'cus_0815' }]),
  rule('address', 'BLOCK', [{ field: 'customer_ip', operator: 'in', value: ['203.0.113.7', '2001:db8::7'] }]),
  rule('networks', 'REVIEW', [
    { field: 'customer_ip', operator: 'in_network', value: ['198.51.100.7/32', '192.0.2.0/24'] },
  ]),
  rule('others', 'REVIEW', [{ field: 'email', operator: 'not_in', value: [ADA] }], 'SHADOW'),
  rule('beginning', 'REVIEW', [{ field: 'email', operator: 'starts_with', value: ['bob.', ADA] }], 'SHADOW'),
]
const CLEAR = [ADA, 've@shop', 'cus_0815', '203.0.113.7', '2001:db8::7', '198.51.100.7']

async function codeOf(merchant: TestMerchant, order: Record<string, unknown>): Promise<string> {
  return (await merchant.authorize(order)).body.result.processing_code
}

async function codes(merchant: TestMerchant): Promise<string[]> {
  const orders = [
    ...[{ customer: { email: 'ADA@shop.example' } }, { customer: { id: 'cus_0815' } }, { customer_ip: '203.0.113.7' }],
    ...[{ customer_ip: '2001:db8:0::7' }, { customer_ip: '2001:db8::8' }, { customer: { email: 'bob@shop.example' } }],
  ]
  return Promise.all(orders.map((order) => codeOf(merchant, order)))
}
const DECIDED = ['4101', '4101', '4101', '4101', '0000', '0000']

it('conditions show a mask and a digest of people, and match as before', async () => {
  const merchant = await app.newMerchant()
  await saveRules(merchant, ...PEOPLE)
  const { body, text } = await merchant.call('GET', '/api/rules/risk')
  expect(CLEAR.filter((value) => text.includes(value))).toEqual([])
  expect(body.rules[0].when[0].value).toEqual([
    expect.stringMatching(/^e\*\*\*@shop\.example#[\w-]{43}$/),
    expect.stringMatching(/^a\*\*\*@shop\.example#[\w-]{43}$/),
  ])
  expect(body.rules[3].when[0].value).toEqual([expect.stringMatching(/^198\.51\.\*\*\*#/), '192.0.2.0/24'])
  expect(body.rules[5].when[0].value[0]).toBe('bob.')
  expect(await codes(merchant)).toEqual(DECIDED)
  const { data } = (await merchant.authorize({ customer: { email: 'zoe@a.example' }, customer_ip: '198.51.100.7' }))
    .body.result
  expect(data.risk).toMatchObject({ rule: 'networks', shadow: [{ rule: 'others' }] })
  expect(
    (
      await app.gateway.sql`
    select from rule_sets where merchant_id = ${merchant.merchantId} and rules::text ~ ${CLEAR.join('|')}`
    ).length,
  ).toBe(0)
})

it('rules that are saved as they were shown keep their digests, and evaluation and the audit log know no address', async () => {
  const merchant = await app.newMerchant()
  await saveRules(merchant, ...PEOPLE)
  const { body } = await merchant.call('GET', '/api/rules/risk')
  const again = await putRules(merchant, [...body.rules, rule('new', 'REVIEW')], 1)
  expect(again.status).toBe(200)
  const when = (set: { rules: { when: unknown }[] }) => set.rules.map((one) => one.when)
  expect(when(again.body).slice(0, -1)).toEqual(when(body))
  expect(await codes(merchant)).toEqual(DECIDED)
  const evaluated = await merchant.call('POST', '/api/rules/risk/evaluate', { body: { email: ADA } })
  expect(evaluated.body.risk).toMatchObject({ decision: 'BLOCK', rule: 'emails' })
  const shown = body.rules[0].when[0].value[0]
  expect((await merchant.call('POST', '/api/rules/risk/evaluate', { body: { email: shown } })).status).toBe(422)
  const log = await merchant.call('GET', '/api/audit-log')
  const entries = log.body.items.filter(({ action }: { action: string }) => action === 'rules.changed')
  expect(entries).toMatchObject([{ changes: { added: [{ name: 'new' }], changed: [] } }, {}])
  expect([...CLEAR, 'a***@'].filter((value) => log.text.includes(value))).toEqual([])
})

it('versions of earlier releases are shown without people, and the worker hides them', async () => {
  const merchant = await app.newMerchant()
  await saveRules(merchant, rule('none', 'REVIEW'))
  const { sql } = app.gateway
  await sql`
    update rule_sets set rules = ${JSON.stringify(PEOPLE)}::json, has_hidden_people = false
    where merchant_id = ${merchant.merchantId}`
  expect((await merchant.call('GET', '/api/rules/risk?version=1')).text).not.toContain(ADA)
  // A day after the upgrade, so that the release before can still match them until then.
  await hidePeopleInRules(app.gateway)
  expect(await sql`select from rule_sets where merchant_id = ${merchant.merchantId} and has_hidden_people`).toEqual([])
  await app.database.sql`update migrations set applied_at = now() - interval '2 days' where name like '0157-%'`
  await eventually('the worker hides them', 30, async () => {
    await hidePeopleInRules(app.gateway)
    const left = await sql`
      select from rule_sets where merchant_id = ${merchant.merchantId} and rules::text ~ ${CLEAR.join('|')}`
    return left.length === 0
  })
  expect(await codes(merchant)).toEqual(DECIDED)
})

it('an erasure leaves no part of an email or customer ID in any version, and rules match as before', async () => {
  const merchant = await app.newMerchant()
  await saveRules(merchant, ...PEOPLE)
  await saveRules(merchant, PEOPLE[0]!)
  for (const body of [{ email: ADA }, { customer_id: 'cus_0815' }]) {
    await erase(merchant, body)
  }
  for (const version of [1, 2]) {
    const { text } = await merchant.call('GET', `/api/rules/risk?version=${version}`)
    expect(['a***@', 'cu***'].filter((mask) => text.includes(mask))).toEqual([])
    expect(text).toContain('"e***@shop.example#')
  }
  expect(await codeOf(merchant, { customer: { email: ADA } })).toBe('4101')
})
