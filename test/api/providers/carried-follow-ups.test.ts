import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT, openAdyenSandbox } from '#test/adyen-sandbox/index.ts'
import { eventually } from '#test/eventually.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { ask, authorized, bodyFor, follow, type Operation, type Shown, sumsOf } from '../manage/follow-ups.ts'
import { authorize, voucher } from '../redirects/shopper.ts'

let sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>
let app: RunningGateway
let merchant: TestMerchant
let account: string

beforeAll(async () => {
  sandbox = await openAdyenSandbox()
  app = await startOwnGateway({ PROVIDER_SANDBOXES: `adyen=${sandbox.origin}` })
  const credentials = { api_key: API_KEY, hmac_key: HMAC_KEY }
  const settings = { merchant_account: MERCHANT_ACCOUNT }
  const made = await newProviderMerchant(app, { provider: 'adyen', credentials, settings })
  merchant = made.merchant
  account = made.accounts[0]!
  sandbox.notices.deliverTo(`${app.baseUrl}/provider-notices/adyen/${account}`)
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints()).toEqual([])
})

const orderOf = (amount: number) => ({ reference: `${newReference()}.approve`, metadata: NOT_ENROLLED, amount })

async function finalOf(id: string): Promise<Shown> {
  return eventually('the end', 30, async () => {
    const { transaction } = await merchant.status(id)
    return transaction.status === 'PENDING' ? undefined : transaction
  })
}

async function recordsOf({ reference }: Shown): Promise<Shown[]> {
  return (await merchant.call('GET', `/api/transactions?reference=${reference}`)).body.items
}

/** An INVALID record with the field, which reserves nothing, and of which the provider hears nothing. */
async function turnedAway(parent: Shown, operation: Operation, amount: bigint, property: string): Promise<string> {
  const [before, requests] = [(await merchant.status(parent.id)).transaction, sandbox.requests.length]
  const record = await follow(merchant, parent, operation, { amount })
  expect(record).toMatchObject({ status: 'INVALID', processing_code: '2000', errors: [{ property }] })
  expect((await merchant.status(parent.id)).transaction).toEqual(before)
  expect(sandbox.requests).toHaveLength(requests)
  return record.errors[0].message
}

it('a second capture is turned away where the account takes one, and the first can still be refunded', async () => {
  const original = await authorized(merchant, orderOf(5000))
  const capture = await follow(merchant, original, 'CAPTURE', { amount: 3000 })
  expect(await finalOf(capture.id)).toMatchObject({ status: 'APPROVED' })
  expect(await turnedAway(original, 'CAPTURE', 1000n, 'parent_transaction_id')).toMatch(/expired.*new payment/)
  expect((await sumsOf(merchant, original)).map(Number)).toEqual([3000, 0])
  const refund = await follow(merchant, original, 'REFUND', { amount: 3000 })
  expect(await finalOf(refund.id)).toMatchObject({ status: 'APPROVED' })
})

it('of captures that arrive concurrently, one goes to an account that takes one', async () => {
  const original = await authorized(merchant, orderOf(5000))
  const one = () => ask(merchant, bodyFor(original, 'CAPTURE', { amount: 500 }))
  const answers = await Promise.all(Array.from({ length: 6 }, one))
  const taken = answers.filter(({ body }) => body.status !== 'INVALID')
  expect([answers.map(({ status }) => status), taken.length]).toEqual([[200, 200, 200, 200, 200, 200], 1])
  const asked = (await recordsOf(original)).filter(({ status }) => status !== 'INVALID')
  expect(asked.filter(({ transaction_type: type }) => type !== 'AUTHORIZATION_EXPIRY')).toHaveLength(2)
})

it('a second capture goes to an account whose settings say that it takes several', async () => {
  const settings = { merchant_account: MERCHANT_ACCOUNT }
  await changeProviderAccount(app.gateway, 'test', account, { settings: { ...settings, captures: 'multiple' } })
  const original = await authorized(merchant, orderOf(5000))
  await follow(merchant, original, 'CAPTURE', { amount: 500 })
  const second = await follow(merchant, original, 'CAPTURE', { amount: 500 })
  expect(await finalOf(second.id)).toMatchObject({ status: 'APPROVED' })
  await changeProviderAccount(app.gateway, 'test', account, { settings })
})

it('what is over the amount is refused as everywhere', async () => {
  const original = await authorized(merchant, orderOf(5000))
  const record = await follow(merchant, original, 'CAPTURE', { amount: 5001 })
  expect(record).toMatchObject({ status: 'INVALID', processing_code: '2000', errors: [{ property: 'amount' }] })
})

it('a refund is turned away where the paid method has none', async () => {
  const { body } = await authorize(merchant, voucher('blt'), { currency: 'BRL' })
  const [attempt] = await app.database.sql<[{ attempt_id: string }]>`
    select attempt_id from attempts where transaction_id = ${body.transaction_id}`
  sandbox.useLink(attempt.attempt_id, 'pay')
  const paid = await finalOf(body.transaction_id)
  expect(paid.allowed_actions).toEqual([])
  expect(paid).toMatchObject({ status: 'APPROVED' })
  expect(await turnedAway(paid, 'REFUND', paid.amount, 'transaction_type')).toMatch(/not support REFUND/)
  expect(await turnedAway(paid, 'VOID', paid.amount, 'transaction_type')).toMatch(/not support VOID/)
})
