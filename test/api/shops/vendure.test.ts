import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tollgate } from '#client/index.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference } from '#test/test-merchant.ts'
import { closePages, type Due, objection, openPage } from '../../../plugins/vendure/src/checkout.ts'
import { toMinor } from '../../../plugins/vendure/src/money.ts'
import { checkOptions, isOwn, type Options } from '../../../plugins/vendure/src/options.ts'
import { browserOf } from '../sessions/browser.ts'

// plugins/vendure without its shop: what it asks of a gateway. test/full/shops runs it in a real one.

let app: RunningGateway
let tollgate: Tollgate
let options: Options
beforeAll(async () => {
  app = await useGateway()
  const { clientId, clientSecret, publicKey, terminalId } = app.merchant
  const access = {
    baseUrl: app.baseUrl,
    authUrl: app.baseUrl,
    realm: 'uat',
    clientId,
    clientSecret,
    publicKey,
  } as const
  tollgate = new Tollgate(access)
  options = {
    ...access,
    ...{ terminalId, webhookSecret: `whsec_${'A'.repeat(43)}=`, returnUrls: ['https://shop.example/checkout'] },
  }
})
afterAll(() => app.close())

const newDue = (): Due => ({ code: newReference(), amount: 3998n, currency: 'EUR' })
const open = (due: Due) =>
  openPage(tollgate, options, { ...due, channel: 'web', email: null, returnUrl: 'https://shop.example/checkout' })

async function pay(id: string) {
  const { metadata } = await tollgate.sessions.show(id)
  await tollgate.sessions.update(id, { metadata: { ...metadata, ...NOT_ENROLLED } })
  await browserOf(app.baseUrl, app.merchant, id).pay()
  const { transaction_id } = await tollgate.sessions.show(id)
  return (await tollgate.transactionStatus(transaction_id!)).transaction!
}

describe('the page of a Vendure order', () => {
  test('is one in many tabs, and another after it was closed', async () => {
    const due = newDue()
    const pages = await Promise.all([1, 2, 3].map(() => open(due)))
    const [first] = pages
    expect(new Set(pages.map(({ id }) => id)).size).toBe(1)
    await closePages(tollgate, due)
    await closePages(tollgate, due)
    expect(await tollgate.sessions.show(first!.id)).toMatchObject({ status: 'CANCELED' })
    const next = await open(due)
    expect(next).toMatchObject({ status: 'CREATED', reference: `${due.code}-3998-1` })
  })

  test('that is closed after it was paid gives the money back, and the payment pays for nothing', async () => {
    const due = newDue()
    const { id } = await open(due)
    const paid = await pay(id)
    expect(await objection(tollgate, paid, due)).toBeNull()
    expect(await objection(tollgate, paid, { ...due, amount: 5997n })).toBe('It is of another sum.')
    expect(await objection(tollgate, paid, newDue())).toBe('It is of another order.')
    expect(await objection(tollgate, null, due)).toBe('It is not approved.')
    await closePages(tollgate, due)
    const { items } = await tollgate.listTransactions({ parent_id: paid.id })
    expect(items).toMatchObject([{ transaction_type: 'VOID', approved: true }])
    expect(await objection(tollgate, paid, due)).toBe('It was given back.')
  })
})

test.each([
  [3998, 'EUR', 3998n],
  [150_000, 'JPY', 1500n],
  [1234, 'KWD', 12_340n],
  [5, 'CLF', 500n],
])('%s of the shop in %s are %s minor units', (amount, currency, units) => {
  expect(toMinor(amount, currency, 2)).toBe(units)
})

test('half a yen is no amount', () => {
  expect(() => toMinor(150_050, 'JPY', 2)).toThrow('more decimals than JPY')
})

test('options name each mistake, and shoppers return to their own storefront only', () => {
  expect(() => checkOptions({ ...options, capture: false, description: '', timeoutMs: 1, maxRetries: 1 })).not.toThrow()
  expect(() => checkOptions({} as Required<Options>)).toThrow(/^@tollgate\/vendure: Set baseUrl.*Set returnUrls/s)
  expect(isOwn(options, 'https://shop.example/de')).toBe(true)
  for (const url of ['https://shop.example.thief.example/', 'javascript:alert(1)', '/x'])
    expect(isOwn(options, url)).toBe(false)
})
