import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { openCashfreeSandbox } from '#test/cashfree-sandbox/index.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { done, type Shown } from '../manage/follow-ups.ts'
import { pay } from '../payments/payer.ts'
import { beneficiary, push } from '../payouts/payout-requests.ts'
import { ended, recordOf } from '../redirects/shopper.ts'

const EXPLORING = { timeout: 120_000, tags: ['full'] }

let sandbox: Awaited<ReturnType<typeof openCashfreeSandbox>>
let app: RunningGateway
let merchant: TestMerchant
let account: string

beforeAll(async () => {
  sandbox = await openCashfreeSandbox()
  app = await startOwnGateway({ PROVIDER_SANDBOXES: `cashfree=${sandbox.origin}`, PROVIDER_TIMEOUT_SECONDS: '6' })
  const made = await newProviderMerchant(app, { provider: 'cashfree', credentials: sandbox.keys })
  merchant = made.merchant
  account = made.accounts[0]!
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

const upi = (changes: Record<string, unknown> = {}) => {
  const customer = { phone: '+919876543210' }
  return pay(merchant, { method: 'UPI', currency: 'INR', amount: 123_456, country: 'IN', customer, ...changes })
}

/** A payment whose payer was sent to Cashfree. */
async function begun(changes: Record<string, unknown> = {}) {
  const { body } = await upi(changes)
  expect(body.redirect.url).toMatch(/^https:\/\/payments-test\.cashfree\.com\/links\//)
  const id: string = body.transaction_id
  return { id, attemptId: await attemptOf(id) }
}

async function attemptOf(id: string): Promise<string> {
  const [row] = await app.database.sql<[{ attempt_id: string }]>`
    select attempt_id from attempts where transaction_id = ${id}`
  return row.attempt_id
}

/** @returns the status of the answer to the latest notice about an attempt */
async function deliverLatest(attemptId: string, changes: Readonly<Record<string, string>> = {}): Promise<number> {
  const { body, headers } = (await sandbox.noticesOf(attemptId)).at(-1)!
  const address = `${app.baseUrl}/provider-notices/cashfree/${account}`
  const sent = { method: 'POST', headers: { ...headers, ...changes }, body: new Uint8Array(body) }
  return (await fetch(address, sent)).status
}

describe('A UPI payment through Cashfree', () => {
  it.each(['UPI', 'QR_CODE'])('by %s is taken on a notice that is signed; a forged one is 401', async (method) => {
    const { id, attemptId } = await begun({ method })
    sandbox.pay(attemptId)
    expect(await deliverLatest(attemptId, { 'x-webhook-signature': 'AAAA' })).toBe(401)
    expect(await deliverLatest(attemptId)).toBe(204)
    const processing_result = { payment_provider_id: 'cashfree', payment_provider_account_id: account }
    expect(await recordOf(merchant, id)).toMatchObject({ status: 'APPROVED', processing_result })
    expect(sandbox.requests.join('\n')).toContain('"link_amount":1234.56,')
    await done(merchant, await recordOf(merchant, id), 'REFUND')
    expect(await sandbox.netCharges(attemptId)).toBe(0)
  })

  it('that lacks funds is DECLINED 1004, and its link is closed', async () => {
    const { id, attemptId } = await begun()
    sandbox.pay(attemptId, 'FAILED', 'Z9')
    expect(await ended(merchant, id, 30)).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
    expect(sandbox.book.links.get(attemptId)!.status).toBe('CANCELLED')
  })

  it('without a phone number, or in euros, is refused without asking Cashfree', async () => {
    const asked = sandbox.requests.length
    for (const changes of [{ customer: {} }, { currency: 'EUR' }]) {
      expect((await upi(changes)).body.result).toMatchObject({ status: 'INVALID' })
    }
    expect(sandbox.requests).toHaveLength(asked)
  })
})

describe('A payout through Cashfree', () => {
  const payout = async (account_name: string): Promise<Shown> => {
    return (await push(merchant, { reference: newReference(), beneficiary: beneficiary({ account_name }) })).body.result
  }

  it('is sent once, and a PAYOUT_REVERSAL reports that it came back', async () => {
    const record = await payout('Ada Lindqvist')
    expect(record).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    const attemptId = await attemptOf(record.id)
    sandbox.settleTransfer(attemptId, 'REVERSED', 'INVALID_ACCOUNT_FAIL')
    expect([await deliverLatest(attemptId), await deliverLatest(attemptId)]).toEqual([204, 204])
    const { body } = await merchant.call('GET', '/api/transactions?transaction_type=PAYOUT_REVERSAL')
    expect(body.items).toMatchObject([{ data: { reversal_of: record.id }, status: 'APPROVED' }])
    expect((await recordOf(merchant, record.id)).status).toBe('APPROVED')
  })

  it.each([
    ['silence-after', 'APPROVED', 1],
    ['silence', 'DECLINED', 0],
    ['failed', 'DECLINED', 0],
  ])('of %s ends as %s, paid out %i times', EXPLORING, async (name, status, net) => {
    const { id } = await payout(name)
    expect((await ended(merchant, id, 90)).status).toBe(status)
    expect(await sandbox.netCharges(await attemptOf(id))).toBe(net)
  })
})

it('the check of the account finds nothing wrong', async () => {
  expect(await probeAccount(app.gateway, await showProviderAccount(app.gateway, account))).toEqual([])
})
