import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { changeProviderAccount, createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { chargesOf } from '../retries/simulated-charges.ts'
import { saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { openBrowser } from '../sessions/browser.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'
import { ALWAYS, saveRouting } from './routing-rules.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
})
afterAll(() => app.close())

const pay = async (merchant: TestMerchant, changes: object = {}) => {
  const { body } = await merchant.authorize({ ...changes })
  return body.result
}
const asked = (id: string | undefined) => ({ id, outcome: 'ASKED' })
const skipped = (id: string | undefined, reason: string) => ({ id, outcome: 'SKIPPED', reason })

test('without routing rules a record has no data.routing', async () => {
  const { merchant } = await newRoutedMerchant(app, APPROVES)
  expect((await pay(merchant)).data).not.toHaveProperty('routing')
})

describe('a rule that names accounts', () => {
  it('is followed in its order, then the terminal’s others are asked, under the version the payment began with', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, DECLINES, DECLINES)
    await saveRouting(merchant, [{ name: 'third first', then: { accounts: [accounts[2], accounts[1]] } }])
    const result = await pay(merchant)
    expect(result.data.routing).toEqual({
      rule: 'third first',
      version: 1,
      accounts: [asked(accounts[2]), asked(accounts[1]), asked(accounts[0])],
    })
    const charges = (await chargesOf(merchant, result.id)).map(([account]) => account)
    expect(charges).toEqual([accounts[2], accounts[1], accounts[0]])
  })

  it('skips an account that the terminal lacks, or that cannot carry the payment', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, APPROVES)
    const wanted = { name: 'Payouts', settings: {}, credentials: {} }
    const other = await createProviderAccount(app.gateway, 'test', merchant.merchantId, {
      ...wanted,
      provider: 'payout-simulator',
    })
    const lacking = await createProviderAccount(app.gateway, 'test', merchant.merchantId, {
      ...wanted,
      provider: 'card-simulator',
    })
    const [unable, elsewhere] = [other.providerAccountId, lacking.providerAccountId]
    await saveRouting(merchant, [{ name: 'all', then: { accounts: [elsewhere, unable, accounts[1]] } }])
    expect((await pay(merchant)).data.routing.accounts).toEqual([
      skipped(elsewhere, 'not-on-terminal'),
      skipped(unable, 'method'),
      asked(accounts[1]),
    ])
    await changeProviderAccount(app.gateway, 'test', accounts[1]!, { status: 'INACTIVE' })
    expect((await pay(merchant)).data.routing.accounts.slice(2)).toEqual([
      skipped(accounts[1], 'inactive'),
      asked(accounts[0]),
    ])
  })

  it('of which none can be asked is declined as without rules', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, { fault: 'connection_reset' })
    await saveRouting(merchant, ALWAYS(accounts[0]!))
    for (let turn = 0; turn < 5; turn += 1) expect((await pay(merchant)).status).toBe('PENDING')
    const { status, processing_code, data } = await pay(merchant)
    expect({ status, processing_code }).toEqual({ status: 'DECLINED', processing_code: '1001' })
    expect(data.routing.accounts).toEqual([skipped(accounts[0], 'circuit-open')])
  })
})

test('an account whose circuit is open is skipped with that reason', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, { fault: 'connection_reset' })
  await saveRouting(merchant, [{ name: 'second', then: { accounts: [accounts[1]] } }])
  for (let turn = 0; turn < 5; turn += 1) expect((await pay(merchant)).status).toBe('PENDING')
  const result = await pay(merchant)
  expect(result.status).toBe('APPROVED')
  expect(result.data.routing.accounts).toEqual([skipped(accounts[1], 'circuit-open'), asked(accounts[0])])
})

test('no match: the terminal’s order; a rule in shadow is named and has no effect', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, APPROVES)
  const large = [{ field: 'amount', operator: 'gte', value: 5000, currency: 'EUR' }]
  await saveRouting(merchant, [
    { name: 'trial', status: 'SHADOW', then: { accounts: [accounts[1]] } },
    { name: 'large', when: large, then: { accounts: [accounts[1]] } },
  ])
  const shadow = [{ rule: 'trial' }]
  expect((await pay(merchant)).data.routing).toEqual({ rule: null, version: 1, accounts: [asked(accounts[0])], shadow })
  const { routing } = (await pay(merchant, { amount: 5000 })).data
  const { rules } = (await merchant.call('GET', '/api/rules/routing')).body
  expect(rules.map(({ counts }: { counts: object }) => counts)).toEqual([
    { matched: 2, approved: 2, declined: 0 },
    { matched: 1, approved: 1, declined: 0 },
  ])
  expect(routing).toEqual({ rule: 'large', version: 1, accounts: [asked(accounts[1])], shadow })
})

test('a split gives the same order the same account, in a second try of its session too', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, DECLINES)
  const half = accounts.map((account) => ({ account, weight: 50 }))
  await saveRouting(merchant, [{ name: 'half', then: { split: half } }])
  const browser = await openBrowser(app.baseUrl, merchant, { metadata: NOT_ENROLLED })
  await browser.pay()
  await browser.pay()
  const { items } = (await merchant.call('GET', '/api/transactions')).body
  const [one, other] = items.map(({ data }: { data: { routing: { accounts: object[] } } }) => data.routing.accounts)
  const [{ order_id }] = items
  expect(one).toEqual(other)
  const body = { terminal_id: merchant.terminalId, order_id }
  const { routing } = (await merchant.call('POST', '/api/rules/routing/evaluate', { body })).body
  expect(routing.accounts).toEqual(one.slice(0, 1))
})

test('least fee: the cheapest account for the amount is asked first', async () => {
  const { merchant, accounts } = await newRoutedMerchant(
    app,
    { ...APPROVES, fee_fixed: 50 },
    { ...APPROVES, fee_basis_points: 200 },
  )
  await saveRouting(merchant, [{ name: 'cheap', then: { order: 'least_fee' } }])
  expect((await pay(merchant, { amount: 1000 })).data.routing.accounts).toEqual([asked(accounts[1])])
  expect((await pay(merchant, { amount: 10_000 })).data.routing.accounts).toEqual([asked(accounts[0])])
})

test('a saved card without its security code passes over an account that demands it', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, { ...APPROVES, require_cvv: true })
  const token = await saveCard(merchant)
  await saveRouting(merchant, [{ name: 'strict', then: { accounts: [accounts[1]] } }])
  expect((await pay(merchant, savedCard(token))).data.routing.accounts).toEqual([
    skipped(accounts[1], 'cvv'),
    asked(accounts[0]),
  ])
})

test('the timeline names rule, version and accounts; evaluate gives the same as the payment that follows', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, APPROVES)
  await saveRouting(merchant, ALWAYS(accounts[1]!))
  const body = { terminal_id: merchant.terminalId, amount: 1250, currency: 'EUR', payment_method: 'card' }
  const evaluated = await merchant.call('POST', '/api/rules/routing/evaluate', { body })
  const { id, data } = await pay(merchant)
  expect(evaluated.body).toEqual({ routing: data.routing })
  const { items } = (await merchant.call('GET', `/api/transactions/${id}/timeline`)).body
  expect(items.map(({ kind }: { kind: string }) => kind).slice(0, 2)).toEqual(['created', 'routing'])
  expect(items[1]).toMatchObject({ title: 'Routed by rule always, version 1', detail: 'Bank 2 was asked.' })
})

test('3-D Secure and a retry keep the version that the payment began with', async () => {
  const { merchant, accounts } = await newRoutedMerchant(app, APPROVES, DECLINES, APPROVES)
  await saveRouting(merchant, [{ name: 'order', then: { accounts: [accounts[1], accounts[2]] } }])
  const challenge = await toChallenge(merchant)
  await saveRouting(merchant, [{ name: 'other', then: { accounts: [accounts[0]] } }])
  await complete(merchant, challenge)
  const { transaction } = await merchant.status(challenge.transaction_id)
  expect(transaction.data.routing).toEqual({
    ...{ rule: 'order', version: 1 },
    accounts: [asked(accounts[1]), asked(accounts[2])],
  })
})
