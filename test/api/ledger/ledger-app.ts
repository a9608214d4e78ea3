import { expect } from 'vitest'
import { issueClient } from '#identity/issue-client.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { connectMerchant, newReference, type TestMerchant } from '#test/test-merchant.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests hold records against the reference field by field
type Record_ = any

/** A running gateway with an operator, and merchants who pay fees. */
export interface LedgerApp extends RunningGateway {
  readonly operator: TestMerchant['call']
  /** Environment of the `tollgate` command for the operator. */
  readonly operatorEnv: Record<string, string>
  /** A merchant all of whose provider accounts have these terms. */
  merchantWith(terms: Readonly<Record<string, unknown>>): Promise<TestMerchant>
  /** The answer of `GET /admin/ledger/verify`. */
  verify(): Promise<Record_>
}

export async function startLedgerApp(env: Record<string, string> = {}): Promise<LedgerApp> {
  const app = await startOwnGateway(env)
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  const access = { clientId, clientSecret: clientSecret.reveal(), merchantId: '', terminalId: '', publicKey: '' }
  const { call: operator } = await connectMerchant(app.baseUrl, access)
  return {
    ...app,
    operator,
    operatorEnv: {
      TOLLGATE_URL: app.baseUrl,
      TOLLGATE_CLIENT_ID: clientId,
      TOLLGATE_CLIENT_SECRET: access.clientSecret,
    },
    async merchantWith(settings) {
      const merchant = await app.newMerchant()
      const { body } = await operator('GET', `/admin/merchants/${merchant.merchantId}/provider-accounts`)
      for (const { provider_account_id: id } of body.items) {
        expect((await operator('PATCH', `/admin/provider-accounts/${id}`, { body: { settings } })).status).toBe(200)
      }
      return merchant
    },
    async verify() {
      const { status, body } = await operator('GET', '/admin/ledger/verify')
      expect(status).toBe(200)
      return body
    },
  }
}

/** An approved card transaction. */
export async function pay(merchant: TestMerchant, changes: Record<string, unknown> = {}): Promise<Record_> {
  const { body } = await merchant.authorize(changes)
  expect(body.result).toMatchObject({ status: 'APPROVED' })
  return body.result
}

/** An approved capture, refund or void. */
export async function followUp(merchant: TestMerchant, parent: Record_, asked: object): Promise<Record_> {
  const { terminal_id, currency, reference, id, amount } = parent
  const common = { terminal_id, currency, reference, parent_transaction_id: id, amount }
  const { body } = await merchant.call('POST', '/api/transactions/manage', { body: { ...common, ...asked } })
  expect(body).toMatchObject({ status: 'APPROVED' })
  return body
}

/** An approved payout. */
export async function payOut(merchant: TestMerchant, changes: Record<string, unknown> = {}): Promise<Record_> {
  const body = { ...moneyOrder(merchant), beneficiary: BENEFICIARY, ...changes }
  const answer = await merchant.call('POST', '/api/transactions/payout', { body })
  expect(answer.body.result).toMatchObject({ status: 'APPROVED' })
  return answer.body.result
}

/** An approved open-banking payment. */
export async function payByBank(merchant: TestMerchant, changes: Record<string, unknown> = {}): Promise<Record_> {
  const body = { ...moneyOrder(merchant), ...BANK_PAYMENT, ...changes }
  const answer = await merchant.call('POST', '/api/transactions/payment', { body })
  expect(answer.body.result).toMatchObject({ status: 'APPROVED' })
  return answer.body.result
}

/** Fills the ledgers with entries of every kind. */
export async function trade(merchant: TestMerchant) {
  const sold = await pay(merchant, { amount: 5000 })
  const held = await pay(merchant, { amount: 4000, transaction_type: 'AUTHORIZE' })
  const captured = await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 1500 })
  const refunded = await followUp(merchant, held, { transaction_type: 'REFUND', amount: 700 })
  const gone = await pay(merchant, { amount: 300 })
  await followUp(merchant, gone, { transaction_type: 'VOID' })
  const released = await pay(merchant, { amount: 900, transaction_type: 'AUTHORIZE' })
  await followUp(merchant, released, { transaction_type: 'CAPTURE', amount: 400 })
  await followUp(merchant, released, { transaction_type: 'VOID', amount: 500 })
  const [bank, out] = [await payByBank(merchant), await payOut(merchant)]
  return { sold, held, captured, refunded, gone, bank, out }
}

function moneyOrder({ terminalId }: TestMerchant) {
  return {
    terminal_id: terminalId,
    reference: newReference(),
    description: 'Beans',
    currency: 'EUR',
    amount: 1000,
    metadata: { response_code: 'TRX_STATUS_APPROVED' },
  }
}

const BENEFICIARY = { type: 'bank_account', data: { account_number: 'DE02120300000000202051', account_name: 'Ana' } }

const BANK_PAYMENT = {
  method: 'OPEN_BANKING',
  country: 'DE',
  customer_ip: '203.0.113.7',
  return_url: 'https://shop.example/return',
  error_url: 'https://shop.example/error',
  cancel_url: 'https://shop.example/cancel',
}
