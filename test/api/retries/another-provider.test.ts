import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { eventually } from '#test/eventually.ts'
import { APPROVES, DECLINES, FAILS, LACKS_FUNDS, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { done } from '../manage/follow-ups.ts'
import { saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { attemptsOf, chargesOf } from './simulated-charges.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
})
afterAll(() => app.close())

/** A record without any retry. */
const NO_RETRY = expect.not.objectContaining({ retry_options: expect.anything() })

const pay = async (merchant: TestMerchant, metadata: object = {}, changes: object = {}) =>
  (await merchant.authorize({ metadata: { ...NOT_ENROLLED, ...metadata }, ...changes })).body.result

describe('after a decline the next account of the terminal is tried', () => {
  it('a first declines and a second approves: one transaction, one charge, every attempt in data.retry_options', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, LACKS_FUNDS, APPROVES)
    const result = await pay(merchant)
    expect(result).toMatchObject({
      status: 'APPROVED',
      processing_code: '0000',
      approved: true,
      processing_result: {
        payment_provider_id: 'card-simulator',
        payment_provider_account_id: accounts[1],
        approval_code: expect.stringMatching(/^\d{6}$/),
      },
    })
    const common = { payment_provider_id: 'card-simulator', created_at: expect.stringMatching(/^20\d\d-.*Z$/) }
    expect(result.data.retry_options).toEqual({
      payment_provider_account_id: accounts[1],
      payment_provider_id: 'card-simulator',
      retry_count: 1,
      status: 'SUCCEEDED',
      data: {
        attempts: [
          {
            ...common,
            payment_provider_account_id: accounts[0],
            status: 'DECLINED',
            processing_code: '1004',
            response_message: 'approved',
          },
          {
            ...common,
            payment_provider_account_id: accounts[1],
            status: 'APPROVED',
            processing_code: '0000',
            response_message: 'approved',
          },
        ],
      },
    })
    expect(await chargesOf(merchant, result.id)).toEqual([
      [accounts[0], 'REFUSED'],
      [accounts[1], 'CHARGED'],
    ])
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ id: result.id, status: 'APPROVED' }])
    expect((await merchant.status(result.id)).transaction).toEqual(result)
  })

  it('routing order is the order of provider_accounts, and all are tried in it', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, FAILS, LACKS_FUNDS, APPROVES)
    const result = await pay(merchant)
    expect((await chargesOf(merchant, result.id)).map(([account]) => account)).toEqual(accounts)
    expect(result.data.retry_options).toMatchObject({ retry_count: 3, status: 'SUCCEEDED' })
    expect(attemptsOf(result)).toEqual(['1000', '1001', '1004', '0000'])
  })

  it('when all decline, the last one’s code stands', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, LACKS_FUNDS, FAILS)
    const result = await pay(merchant)
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    expect(result.processing_result.payment_provider_account_id).toBe(accounts[1])
    expect(result.data.retry_options).toMatchObject({
      payment_provider_account_id: accounts[1],
      retry_count: 1,
      status: 'EXHAUSTED',
    })
    expect(attemptsOf(result)).toEqual(['1004', '1001'])
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ status: 'DECLINED', processing_code: '1001' }])
  })

  it('with one account alone there is no retry, and no data', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES)
    expect(await pay(merchant)).toMatchObject({ status: 'DECLINED', processing_code: '1000', data: NO_RETRY })
  })

  it('an account that was made inactive is not tried', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, APPROVES)
    await changeProviderAccount(app.gateway, 'test', accounts[1]!, { status: 'INACTIVE' })
    expect(await pay(merchant)).toMatchObject({ status: 'DECLINED', data: NO_RETRY })
  })

  it('what is refunded goes back through the account that approved', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, {})
    const refund = await done(merchant, await pay(merchant), 'REFUND')
    expect(await chargesOf(merchant, refund.id)).toEqual([[accounts[1], 'CHARGED']])
  })

  it('a retry asks for the amount and currency of the order, as AUTHORIZE too', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const changes = { transaction_type: 'AUTHORIZE', amount: 9223372036854775807n, currency: 'KWD' }
    const result = await pay(merchant, {}, changes)
    expect(result).toMatchObject({ status: 'APPROVED', amount: 9223372036854775807n, captured_amount: 0n })
    const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${result.id}`)).body
    expect(items).toHaveLength(2)
    for (const item of items) expect(item).toMatchObject({ amount: 9223372036854775807n, currency: 'KWD' })
  })
})

describe('what is not retried', () => {
  it.each([
    ['AUTHENTICATION_NOT_AUTHENTICATED', 'INVALID', '3000'],
    ['RISK_FAILED_BLACKLISTED', 'DECLINED', '4100'],
    ['RISK_FAILED_FRAUD', 'DECLINED', '4101'],
    ['RISK_FAILED_VELOCITY_CHECK', 'DECLINED', '4200'],
    ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
    ['TRX_STATUS_SESSION_EXPIRED', 'SESSION_EXPIRED', '1005'],
  ])('%s ends the transaction as %s %s', async (response_code, status, processing_code) => {
    const { merchant, accounts } = await newRoutedMerchant(app, { response_code }, APPROVES)
    const result = await pay(merchant)
    expect(result).toMatchObject({ status, processing_code, data: NO_RETRY })
    expect(await chargesOf(merchant, result.id)).toEqual([[accounts[0], 'REFUSED']])
  })

  it('a lost or stolen card: the issuer’s response codes 04, 07, 41 and 43', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    for (const payment_provider_response_code of ['04', '07', '41', '43']) {
      const result = await pay(merchant, { payment_provider_response_code })
      expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000', data: NO_RETRY })
    }
  })

  it('any other response code of the issuer is', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    expect((await pay(merchant, { payment_provider_response_code: '05' })).status).toBe('APPROVED')
  })

  it('what the provider confirmed as pending', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, { response_code: 'TRX_STATUS_PENDING' }, APPROVES)
    const result = await pay(merchant)
    expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002', data: NO_RETRY })
    expect(await chargesOf(merchant, result.id)).toEqual([[accounts[0], 'PENDING']])
  })

  const unknownOutcome = 'an unknown outcome (%s): it never goes to another provider'
  it.each(['timeout_after_charge'])(unknownOutcome, goesNowhereElse)
  // Before the charge, the provider is asked until it can no longer have heard of it: 20 s.
  it.each(['connection_reset', 'garbage_answer', 'timeout_before_charge'])(
    unknownOutcome,
    { tags: ['full'] },
    goesNowhereElse,
  )

  async function goesNowhereElse(fault: string): Promise<void> {
    const { merchant, accounts } = await newRoutedMerchant(app, { fault }, APPROVES)
    const result = await pay(merchant)
    expect(result).toMatchObject({ status: 'PENDING', data: NO_RETRY })
    const end = await eventually('the end', 60, async () => {
      const { transaction } = await merchant.status(result.id)
      return transaction.status !== 'PENDING' && transaction
    })
    expect(end.data).toEqual(NO_RETRY)
    const tried = (await chargesOf(merchant, result.id)).map(([account]) => account)
    expect(tried.every((account) => account === accounts[0])).toBe(true)
  }

  it('an unknown outcome of a retry either: the first account’s decline and the second’s charge are kept', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, { fault: 'connection_reset' }, APPROVES)
    const result = await pay(merchant)
    expect(result.status).toBe('PENDING')
    expect(result.data.retry_options).toMatchObject({ status: 'SCHEDULED', retry_count: 1 })
    const end = await eventually('the end', 60, async () => {
      const { transaction } = await merchant.status(result.id)
      return transaction.status !== 'PENDING' && transaction
    })
    expect(end).toMatchObject({ status: 'APPROVED', data: { retry_options: { status: 'SUCCEEDED' } } })
    expect(attemptsOf(end)).toEqual(['1000', '0000'])
    expect(await chargesOf(merchant, result.id)).toEqual([
      [accounts[0], 'REFUSED'],
      [accounts[1], 'CHARGED'],
    ])
  }, 60_000)
})

describe('MAX_PROVIDER_RETRIES', () => {
  it('is 5 unless configured: the seventh account is never asked', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, ...Array(6).fill(DECLINES), APPROVES)
    const result = await pay(merchant)
    expect(result).toMatchObject({ status: 'DECLINED', data: { retry_options: { retry_count: 5 } } })
    expect((await chargesOf(merchant, result.id)).map(([account]) => account)).toEqual(accounts.slice(0, 6))
  })

  it('of 0 is respected', () => isRespected(0))
  it('of 1 is respected', { tags: ['full'] }, () => isRespected(1))

  async function isRespected(most: number): Promise<void> {
    const other = await startOwnGateway({ MAX_PROVIDER_RETRIES: String(most) })
    try {
      const { merchant, accounts } = await newRoutedMerchant(other, DECLINES, DECLINES, APPROVES)
      const result = await pay(merchant)
      expect(result.status).toBe('DECLINED')
      expect((await chargesOf(merchant, result.id)).map(([account]) => account)).toEqual(accounts.slice(0, most + 1))
    } finally {
      await other.close()
    }
  }
})

describe('a saved card', () => {
  it('without its security code skips an account that demands it', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, {}, { require_cvv: true }, APPROVES)
    const token = await saveCard(merchant)
    await changeProviderAccount(app.gateway, 'test', accounts[0]!, { settings: DECLINES })
    const result = await pay(merchant, {}, savedCard(token))
    expect(result.status).toBe('APPROVED')
    expect((await chargesOf(merchant, result.id)).map(([account]) => account)).toEqual([accounts[0], accounts[2]])
  })

  it('is saved with the approval of a retry, and not by a decline', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    expect(await saveCard(merchant)).toMatch(/^tok_/)
    const none = await newRoutedMerchant(app, DECLINES, FAILS)
    const tokenization = { save_card_for_future_payments: true }
    const result = await pay(none.merchant, {}, { tokenization })
    expect(result.payment_method.token).toBeNull()
    const kept = await app.database.sql`
      select 1 from payment_methods where merchant_id = ${none.merchant.merchantId}`
    expect(kept).toHaveLength(0)
  })
})
