import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passesLuhn } from '#domain/card-rules.ts'
import { purgeCountedPayments } from '#store/rules/counted-payments.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fewestStatements } from '#test/statements.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { listed } from './listing.ts'
import { ABOVE_500, counter, rule, saveRules } from './rules.ts'

// Rules that count earlier payments (docs/reference/rules.md#counters).

/** Each repeats the rule for another counter. */
const FULL = { tags: ['full'] }

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(() => app.close())

async function merchantWith(...rules: readonly object[]): Promise<TestMerchant> {
  const merchant = await app.newMerchant()
  await saveRules(merchant, ...rules)
  return merchant
}

const stopAt = (change: object) => rule('too many', 'BLOCK', [counter(change)])
const ADA = { email: 'ada@shop.example' }
const DECLINED = { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' }

async function codeOf(merchant: TestMerchant, changes: object = {}, number?: string): Promise<string> {
  const { body } = await merchant.authorize({ ...changes }, number === undefined ? {} : { number })
  return body.result.processing_code
}

async function inTurn(merchant: TestMerchant, changes: readonly object[]): Promise<string[]> {
  const codes: string[] = []
  for (const each of changes) codes.push(await codeOf(merchant, each))
  return codes
}

async function countedRows({ merchantId }: TestMerchant): Promise<number> {
  return (await app.gateway.sql`select from counted_payments where merchant_id = ${merchantId}`).length
}

let cards = 0
/** A visa number with the same first six digits as the others. */
function newNumber(): string {
  cards += 1
  const body = `455620${String(cards).padStart(9, '0')}`
  return body + [...'0123456789'].find((digit) => passesLuhn(body + digit))
}

it('the fourth payment of a card in an hour is declined with 4200, and not counted itself', async () => {
  const merchant = await merchantWith(stopAt({}))
  expect(await inTurn(merchant, [{}, {}, {}])).toEqual(['0000', '0000', '0000'])
  const { result } = (await merchant.authorize()).body
  expect(result).toMatchObject({ processing_code: '4200', data: { risk: { decision: 'BLOCK', rule: 'too many' } } })
  expect(await codeOf(merchant, {}, newNumber())).toBe('0000')
  expect(await countedRows(merchant)).toBe(4)
})

it('a payment that the allow list decides is counted, one that the block list stops is not', async () => {
  const merchant = await merchantWith(rule('large', 'BLOCK', [ABOVE_500]), stopAt({ value: 1 }))
  const { id } = await listed(merchant, 'allow', { kind: 'email', value: 'ada@shop.example' })
  await listed(merchant, 'block', { kind: 'email', value: 'eve@shop.example' })
  expect(await codeOf(merchant, { customer: { email: 'eve@shop.example' } })).toBe('4100')
  expect(await countedRows(merchant)).toBe(0)
  const { body } = await merchant.authorize({ amount: 50_000, customer: { email: 'ada@shop.example' } })
  expect(body.result).toMatchObject({ processing_code: '0000', data: { risk: { decision: 'ALLOW', list: id } } })
  expect(await codeOf(merchant)).toBe('4200')
})

it('of fifty payments at one instant at two processes, exactly three pass', async () => {
  const merchant = await merchantWith(stopAt({}))
  const second = await app.secondApi()
  const orders = Array.from({ length: 50 }, (_, index) =>
    merchant.call('POST', '/api/transactions/authorize', {
      body: merchant.order(),
      at: index % 2 === 0 ? app.baseUrl : second,
    }),
  )
  const codes = (await Promise.all(orders)).map(({ body }) => body.result.processing_code)
  expect(
    Object.fromEntries(
      Map.groupBy(codes, (code) => code)
        .entries()
        .map(([code, all]) => [code, all.length]),
    ),
  ).toEqual({
    '0000': 3,
    '4200': 47,
  })
})

it.each([
  ['email', { customer: { email: 'Ada@Shop.Example' } }, { customer: { email: 'ada@shop.example' } }],
  ['customer_ip', { customer_ip: '2001:db8:1:2::1' }, { customer_ip: '2001:db8:1:2:ffff::9' }],
])('%s counts in any spelling', FULL, async (per, first, second) => {
  const merchant = await merchantWith(stopAt({ per, value: 1 }))
  expect(await inTurn(merchant, [first, second, {}, {}])).toEqual(['0000', '4200', '0000', '0000'])
})

it('an address of another /64 counts apart', FULL, async () => {
  const merchant = await merchantWith(stopAt({ per: 'customer_ip', value: 1 }))
  const orders = [{ customer_ip: '2001:db8:1:2::1' }, { customer_ip: '2001:db8:1:3::1' }]
  expect(await inTurn(merchant, orders)).toEqual(['0000', '0000'])
})

describe('the counter', FULL, () => {
  it('declines counts declined payments', async () => {
    const merchant = await merchantWith(stopAt({ field: 'declines', value: 2 }))
    const orders = [{}, { metadata: DECLINED }, {}, { metadata: DECLINED }, {}]
    expect(await inTurn(merchant, orders)).toEqual(['0000', '1000', '0000', '1000', '4200'])
  })

  it('declines counts answers of issuers and providers, no faults and no limits of the gateway', async () => {
    const merchant = await app.newMerchant({ terminal: { cardTestingLimit: { cards: 1, windowSeconds: 600 } } })
    await saveRules(merchant, stopAt({ field: 'declines', per: 'email', value: 2 }))
    const pay = (response_code: string, customer_ip: string) =>
      codeOf(merchant, { metadata: { ...NOT_ENROLLED, response_code }, customer: ADA, customer_ip }, newNumber())
    expect(await pay('TRX_STATUS_FAILED', '203.0.113.1')).toBe('1001')
    expect(await pay('RISK_FAILED_VELOCITY_CHECK', '203.0.113.2')).toBe('4200')
    expect(await pay('TRX_STATUS_DECLINED', '203.0.113.2')).toBe('4200')
    expect(await pay('TRX_STATUS_FAILED', '203.0.113.3')).toBe('1001')
    expect(await pay('TRX_STATUS_DECLINED', '203.0.113.3')).toBe('1000')
    const { result } = (await merchant.authorize({ customer: ADA })).body
    expect(result).toMatchObject({ processing_code: '4200', data: { risk: { rule: 'too many' } } })
  })

  it('distinct_cards counts a card once', async () => {
    const merchant = await merchantWith(stopAt({ field: 'distinct_cards', per: 'bin', value: 2 }))
    const [first, second] = [newNumber(), newNumber()]
    const codes = []
    for (const number of [first, first, second, first]) codes.push(await codeOf(merchant, {}, number))
    expect(codes).toEqual(['0000', '0000', '0000', '4200'])
  })

  it('sum adds up amounts of its currency', async () => {
    const merchant = await merchantWith(stopAt({ field: 'sum', currency: 'EUR', operator: 'gt', value: 3000 }))
    const dollars = { currency: 'USD', amount: 90_000 }
    const orders = [{ amount: 3000 }, dollars, { amount: 1 }, { amount: 1 }]
    expect(await inTurn(merchant, orders)).toEqual(['0000', '0000', '0000', '4200'])
  })
})

it('a counter looks back as far as it says, by the clock of the merchant', FULL, async () => {
  const merchant = await merchantWith(stopAt({ value: 1, within_seconds: 60 }))
  expect(await inTurn(merchant, [{}, {}])).toEqual(['0000', '4200'])
  await merchant.call('POST', '/api/test-clock', { body: { advance_seconds: 61 } })
  expect(await codeOf(merchant)).toBe('0000')
})

it('payments that another rule blocks, and those that are never recorded, do not count', async () => {
  const merchant = await merchantWith(rule('large', 'BLOCK', [ABOVE_500]), stopAt({ value: 1 }))
  expect(await codeOf(merchant, { amount: 50_000 })).toBe('4101')
  expect(await countedRows(merchant)).toBe(0)
  expect(await codeOf(merchant, { reference: 'once' })).toBe('0000')
  await app.gateway.sql`delete from counted_payments where merchant_id = ${merchant.merchantId}`
  expect((await merchant.authorize({ reference: 'once' })).status).toBe(422)
  expect(await codeOf(merchant)).toBe('0000')
})

it('what no counter sees any longer is forgotten', FULL, async () => {
  const merchant = await merchantWith(stopAt({}))
  await merchant.authorize()
  await app.gateway.sql`
    update counted_payments set forget_at = now() - interval '1 second' where merchant_id = ${merchant.merchantId}`
  expect(await purgeCountedPayments(app.gateway.sql)).toBe(false)
  expect(await countedRows(merchant)).toBe(0)
})

it('a hundred rules without counters need no statement more, and counters one in all', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    rule(`rule ${index}`, 'BLOCK', [{ ...ABOVE_500, value: 99_000 + index }]),
  )
  const counters = [
    counter({ value: 99 }),
    counter({ per: 'bin', value: 99 }),
    counter({ field: 'declines', value: 99 }),
  ]
  const [none, rules, counted] = [
    await app.newMerchant(),
    await merchantWith(...many),
    await merchantWith(rule('counted', 'BLOCK', counters)),
  ]
  await app.stopWorker()
  const statementsOf = async (merchant: TestMerchant) => {
    const sent = await fewestStatements(app.database.url, async () => expect(await codeOf(merchant)).toBe('0000'))
    return sent.length
  }
  const usual = await statementsOf(none)
  expect(usual).toBeGreaterThan(1)
  expect([await statementsOf(rules), await statementsOf(counted)]).toEqual([usual, usual + 1])
})
