import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import {
  API_KEY,
  HMAC_KEY,
  MERCHANT_ACCOUNT,
  openAdyenSandbox,
  TRANSFERS_API_KEY,
  TRANSFERS_HMAC_KEY,
} from '#test/adyen-sandbox/index.ts'
import { BALANCE_ACCOUNT } from '#test/adyen-sandbox/merchant.ts'
import { eventually } from '#test/eventually.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, expiriesOf, expiryOf } from '../expiry/expiries.ts'
import { authorized, follow, type Shown, sumsOf } from '../manage/follow-ups.ts'
import { beneficiary, push } from '../payouts/payout-requests.ts'
import { authorize, voucher } from '../redirects/shopper.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

const CREDENTIALS = {
  api_key: API_KEY,
  hmac_key: HMAC_KEY,
  transfers_api_key: TRANSFERS_API_KEY,
  transfers_hmac_key: TRANSFERS_HMAC_KEY,
}
const SETTINGS = { merchant_account: MERCHANT_ACCOUNT, balance_account: BALANCE_ACCOUNT }

let sandbox: Awaited<ReturnType<typeof openAdyenSandbox>>
let app: RunningGateway
let merchant: TestMerchant
let account: string

beforeAll(async () => {
  sandbox = await openAdyenSandbox()
  app = await startOwnGateway({ PROVIDER_SANDBOXES: `adyen=${sandbox.origin}`, PROVIDER_TIMEOUT_SECONDS: '6' })
  const made = await newProviderMerchant(app, { provider: 'adyen', credentials: CREDENTIALS, settings: SETTINGS })
  merchant = made.merchant
  account = made.accounts[0]!
  sandbox.notices.deliverTo(`${app.baseUrl}/provider-notices/adyen/${account}`)
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints()).toEqual([])
})

/** Its word steers the sandbox. */
const orderWith = (word: string) => ({ reference: `${newReference()}.${word}`, metadata: NOT_ENROLLED })

async function paid(word = 'approve', changes: Record<string, unknown> = {}): Promise<Shown> {
  return (await merchant.authorize({ ...orderWith(word), ...changes })).body.result
}

async function finalOf({ id }: Shown): Promise<Shown> {
  return eventually('the end', 60, async () => {
    const { transaction } = await merchant.status(id)
    return transaction.status === 'PENDING' ? undefined : transaction
  })
}

async function attemptOf({ id }: Shown): Promise<{ readonly attempt_id: string; readonly provider_reference: string }> {
  const [attempt] = await app.database.sql<[{ attempt_id: string; provider_reference: string }]>`
    select attempt_id, provider_reference from attempts where transaction_id = ${id}`
  return attempt
}

const chargesFor = async (record: Shown) => sandbox.netCharges((await attemptOf(record)).attempt_id)

describe('A card through Adyen', () => {
  it('is charged once, and the record says by whom', async () => {
    const record = await paid()
    expect(record).toMatchObject({
      status: 'APPROVED',
      processing_result: {
        payment_provider_id: 'adyen',
        payment_provider_account_id: account,
        approval_code: '033899',
      },
      data: { checks: { cvv: 'match' } },
    })
    expect(await chargesFor(record)).toBe(1)
    expect((await attemptOf(record)).provider_reference).toBe(record.processing_result.reference_number)
  })

  it.each([
    ['refuse-12', 'DECLINED', '1004'],
    ['refuse-20', 'DECLINED', '4101'],
    ['result-Cancelled', 'CANCELED', '1003'],
  ])('%s is %s %s, uncharged', async (word, status, processing_code) => {
    const record = await paid(word)
    expect(record).toMatchObject({ status, processing_code })
    expect(await chargesFor(record)).toBe(0)
  })

  it('sends the 3-D Secure authentication', async () => {
    const { body } = await complete(merchant, await toChallenge(merchant))
    expect(body.result).toMatchObject({ status: 'APPROVED', processing_result: { payment_provider_id: 'adyen' } })
    const [request] = JSON.parse(sandbox.requests.findLast((text) => text.includes('paymentMethod'))!)
    const proof = { directoryResponse: 'Y', cavv: expect.any(String), dsTransID: expect.any(String) }
    expect(JSON.parse(request).mpiData).toMatchObject(proof)
  })

  it('is authorized, captured in part, refunded: each ends with its notice', async () => {
    const original = await authorized(merchant, { ...orderWith('approve'), amount: 5000 })
    const options = { options: { final_capture: true } }
    const capture = await follow(merchant, original, 'CAPTURE', { amount: 3000, ...options })
    expect(capture).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect(await finalOf(capture)).toMatchObject({ status: 'APPROVED' })
    const refund = await follow(merchant, original, 'REFUND', { amount: 1000 })
    expect(await finalOf(refund)).toMatchObject({ status: 'APPROVED' })
    expect((await sumsOf(merchant, original)).map(Number)).toEqual([3000, 1000])
  })

  it('whose only capture is of a part expires with it, in one commit', async () => {
    const original = await authorized(merchant, { ...orderWith('approve'), amount: 5000 })
    const capture = await finalOf(await follow(merchant, original, 'CAPTURE', { amount: 3000 }))
    const [expiry, ...others] = await expiriesOf(merchant, original)
    expect(others).toEqual([])
    expect(expiry).toMatchObject({ status: 'APPROVED', amount: 2000n, data: { expired_by: 'PROVIDER' } })
    const commits = await app.database.sql`
      select distinct xmin::text from transactions where id in (${original.id}, ${capture.id}, ${expiry.id})`
    expect(commits).toHaveLength(1)
    const { transaction } = await merchant.status(original.id)
    expect(transaction).toMatchObject({ expired_amount: 2000n, allowed_actions: ['refund'] })
  })

  it('that expires at Adyen is released when its notice comes, once', async () => {
    const original = await authorized(merchant, { ...orderWith('approve'), amount: 5000 })
    const { attempt_id: merchantReference, provider_reference: pspReference } = await attemptOf(original)
    const event = { eventCode: 'EXPIRE', success: true, pspReference, merchantReference, value: 5000, currency: 'EUR' }
    for (let copy = 0; copy < 2; copy += 1) sandbox.notices.tell(event)
    const expiry = await expiryOf(merchant, original)
    expect(expiry).toMatchObject({ status: 'APPROVED', amount: 5000n, data: { expired_by: 'PROVIDER' } })
    expect(await follow(merchant, original, 'CAPTURE', { amount: 1 })).toMatchObject({
      status: 'INVALID',
      errors: [{ property: 'parent_transaction_id' }],
    })
  })

  it('that is not captured in time is voided, and ends with the notice of that', async () => {
    const original = await authorized(merchant, orderWith('approve'))
    await advance(merchant, 7 * DAY)
    expect(await expiryOf(merchant, original)).toMatchObject({ status: 'APPROVED', data: { expired_by: 'GATEWAY' } })
    expect(await chargesFor(original)).toBe(0)
  })

  it('is voided', async () => {
    const original = await authorized(merchant, orderWith('approve'))
    expect(await finalOf(await follow(merchant, original, 'VOID'))).toMatchObject({ status: 'APPROVED' })
    expect(await chargesFor(original)).toBe(0)
  })

  it('whose answer was lost is approved by its notice', async () => {
    const record = await paid('silence')
    expect(await finalOf(record)).toMatchObject({ status: 'APPROVED' })
    expect(await chargesFor(record)).toBe(1)
  })

  it('that Adyen never heard of is declined, and canceled should it still come', { tags: ['full'] }, async () => {
    const record = await paid('lost')
    expect(await finalOf(record)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    const { attempt_id } = await attemptOf(record)
    await eventually('the order to cancel', 30, async () =>
      sandbox.requests.some((text) => text.includes('paymentReference') && text.includes(attempt_id)),
    )
    expect(await chargesFor(record)).toBe(0)
    await eventually('the confirmed order', 30, async () => {
      const [attempt] = await app.database.sql`select state from attempts where attempt_id = ${attempt_id}`
      return attempt!.state === 'REVERSED'
    })
    sandbox.payLate(attempt_id, Number(record.amount), record.currency)
    expect(await chargesFor(record)).toBe(1)
    await eventually('the late charge is taken back', 30, async () => (await chargesFor(record)) === 0)
    expect((await merchant.status(record.id)).transaction).toMatchObject({ status: 'DECLINED' })
  })

  it('whose refund fails after its success gets a further record', async () => {
    const refund = await follow(merchant, await paid(), 'REFUND')
    expect(await finalOf(refund)).toMatchObject({ status: 'APPROVED' })
    sandbox.failLate((await attemptOf(refund)).attempt_id)
    await eventually('a REFUND_REVERSAL', 30, async () => {
      const { body } = await merchant.call('GET', '/api/transactions?transaction_type=REFUND_REVERSAL')
      return body.items.find(({ data }: Shown) => data.reversal_of === refund.id)
    })
  })
})

describe.each(['duplicate', 'forged', 'late', 'reordered', 'early'] as const)('With notices that are %s', (trouble) => {
  it('a refund ends once, as it was', async () => {
    sandbox.notices.deliverTo(`${app.baseUrl}/provider-notices/adyen/${account}`, trouble)
    const original = await paid()
    const refund = await follow(merchant, original, 'REFUND', { amount: 500 })
    expect(await finalOf(refund)).toMatchObject({ status: 'APPROVED', amount: 500n })
    expect((await sumsOf(merchant, original)).map(Number)).toEqual([1250, 500])
    sandbox.notices.deliverTo(`${app.baseUrl}/provider-notices/adyen/${account}`)
  })
})

it('a payment on a page of Adyen is approved by its notice, and can be refunded', async () => {
  const { body } = await authorize(merchant, voucher('psc'))
  expect(body.redirect.url).toMatch(/^https:\/\/test\.adyen\.link\/PL/)
  sandbox.useLink((await attemptOf({ id: body.transaction_id })).attempt_id, 'pay')
  const record = await finalOf({ id: body.transaction_id })
  expect(record).toMatchObject({ status: 'APPROVED' })
  expect(await finalOf(await follow(merchant, record, 'REFUND'))).toMatchObject({ status: 'APPROVED' })
})

it('a payout to an IBAN ends as its bank says, and one that comes back gets a further record', async () => {
  const data = { account_number: 'NL91ABNA0417164300', account_name: 'A. Klaassen', ifsc: undefined }
  const { result } = (await push(merchant, { currency: 'EUR', beneficiary: beneficiary(data) })).body
  expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  const { attempt_id } = await attemptOf(result)
  sandbox.moveTransfer(attempt_id, 'booked')
  expect(await finalOf(result)).toMatchObject({ status: 'APPROVED' })
  sandbox.moveTransfer(attempt_id, 'returned', 'counterpartyAccountClosed')
  await eventually('a PAYOUT_REVERSAL', 30, async () => {
    const { body } = await merchant.call('GET', '/api/transactions?transaction_type=PAYOUT_REVERSAL')
    return body.items.find(({ data }: Shown) => data.reversal_of === result.id)
  })
})

it('the account is checked with its credentials', async () => {
  expect(await probeAccount(app.gateway, await showProviderAccount(app.gateway, account))).toEqual([])
})
