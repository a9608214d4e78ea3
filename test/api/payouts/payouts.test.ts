import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { linesOf } from '../payments/payer.ts'
import { ended, eventsAbout, recordOf } from '../redirects/shopper.ts'
import { ACCOUNT, beneficiary, push } from './payout-requests.ts'

/** docs/reference/unknown-outcomes.md#what-happens, once the provider answers again. */
const PATIENCE = { timeout: 60_000 }

let app: RunningGateway
let second: string
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1', PENDING_TTL_SECONDS: '1', SESSION_TTL_SECONDS: '1' })
  second = await app.secondApi()
})
afterAll(() => app.close())

describe('a payout', () => {
  it('is approved, and its record shows the masked account', async () => {
    const { body } = await push(app.merchant, { metadata: { month: 'May' }, customer: { first_name: 'Ada' } })
    expect(body).toMatchObject({ action: null, redirect: null, form_submit: null })
    expect(body.result).toMatchObject({
      transaction_type: 'PAYOUT',
      status: 'APPROVED',
      processing_code: '0000',
      approved: true,
      amount: 250000n,
      currency: 'INR',
      customer: { first_name: 'Ada' },
      metadata: { month: 'May' },
      redirect_url: null,
      processing_result: { approval_code: expect.any(String), reference_number: expect.any(String) },
      payment_method: {
        type: 'payout_upi',
        method: '**********5678',
        brand: null,
        hash: expect.any(String),
        token: null,
      },
    })
    expect(await recordOf(app.merchant, body.result.id)).toEqual(body.result)
    expect(await eventsAbout(app.merchant, body.result.id)).toEqual(['APPROVED'])
    expect(await linesOf(app.merchant, body.result.id)).toEqual([['PAYOUT', 'CHARGED', 250000n]])
  })

  it('of another currency than INR goes to a bank account', async () => {
    const { body } = await push(app.merchant, { currency: 'EUR', beneficiary: beneficiary({ ifsc: null }) })
    expect(body.result.payment_method.type).toBe('payout_bank_account')
  })

  it('has the same mask and hash however blanks group the account number', async () => {
    const methodOf = async (account_number: string) =>
      (await push(app.merchant, { beneficiary: beneficiary({ account_number }) })).body.result.payment_method
    const plain = await methodOf('50100012345678')
    for (const typed of [' 5010 0012 3456 78 ', '501\u00a0000\u202f12345678\r\n'])
      expect(await methodOf(typed)).toEqual(plain)
  })

  it('never shows the account number, and stores it only encrypted', async () => {
    const { text, body } = await push(app.merchant)
    const events = await app.merchant.call('GET', `/api/events?transaction_id=${body.result.id}`)
    for (const shown of [text, events.text]) expect(shown).not.toContain(ACCOUNT.account_number)
    const tables = await app.database.sql<{ name: string }[]>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'simulator')`
    for (const { name } of tables) {
      const rows = await app.database.sql.unsafe(`select 1 from ${name} as row where row::text like $1`, [
        `%${ACCOUNT.account_number}%`,
      ])
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  it.each([
    ['TRX_STATUS_DECLINED', 'DECLINED', '1000'],
    ['TRX_STATUS_FAILED', 'DECLINED', '1001'],
    ['TRX_STATUS_CANCELED', 'CANCELED', '1003'],
    ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED', '1004'],
    ['RISK_FAILED_VELOCITY_CHECK', 'DECLINED', '4200'],
  ])('metadata.response_code %s: %s %s, in result alone', async (response_code, status, processing_code) => {
    const { body } = await push(app.merchant, { metadata: { response_code } })
    expect(body).toMatchObject({
      result: { status, processing_code },
      action: null,
      redirect: null,
      form_submit: null,
    })
    expect(await eventsAbout(app.merchant, body.result.id)).toEqual([status])
  })

  it.each([
    ['TRX_STATUS_APPROVED', 'APPROVED', '0000'],
    ['TRX_STATUS_DECLINED', 'DECLINED', '1000'],
  ])('that was accepted ends later as %s', async (simulate_final_response_code, status, processing_code) => {
    const metadata = {
      response_code: 'TRX_STATUS_PENDING',
      simulate_final_response_code,
      simulate_final_after_seconds: '2',
    }
    const { body } = await push(app.merchant, { metadata })
    expect(body).toMatchObject({ result: { status: 'PENDING', processing_code: '1002' }, redirect: null })
    expect(await ended(app.merchant, body.result.id, 15)).toMatchObject({ status, processing_code })
    expect(await eventsAbout(app.merchant, body.result.id)).toEqual([status])
  })

  it('that is pending waits indefinitely: it may have arrived', async () => {
    const order = { reference: newReference(), metadata: { response_code: 'TRX_STATUS_PENDING' } }
    const { result } = (await push(app.merchant, order)).body
    const [{ expires_at }] = await app.database.sql<[{ expires_at: Date | null }]>`
      select expires_at from transactions where merchant_id = ${app.merchant.merchantId} and id = ${result.id}`
    expect(expires_at).toBeNull()
    await new Promise((later) => setTimeout(later, 3000))
    expect((await push(app.merchant, order)).body.result).toMatchObject({ id: result.id, status: 'PENDING' })
    expect(await linesOf(app.merchant, result.id)).toEqual([['PAYOUT', 'PENDING', 250000n]])
    expect(await eventsAbout(app.merchant, result.id)).toEqual([])
  })

  it.each([
    ['PAYOUT in payment_methods', { paymentMethods: ['card', 'UPI'] }],
    ['PAYOUT in transaction_types', { transactionTypes: ['PURCHASE', 'PAYMENT'] }],
    ['its currency', { currencies: ['EUR'] }],
  ] as const)('on a terminal without %s is INVALID 2015, and does not hold its reference', async (_, terminal) => {
    const merchant = await app.newMerchant({ terminal })
    const order = { reference: newReference() }
    const first = (await push(merchant, order)).body
    expect(first).toMatchObject({
      status: 'INVALID',
      result: { processing_code: '2015' },
      action: null,
      redirect: null,
      form_submit: null,
    })
    expect((await push(merchant, order)).body.transaction_id).not.toBe(first.transaction_id)
    expect((await merchant.call('GET', '/api/simulators/charges')).body.items).toEqual([])
  })
})

/** A fault, how the payout ends, and the simulator's ledger then. */
type PayoutFault = readonly [string, status: string, code: string, ledger: readonly (readonly unknown[])[]]

const CHARGED: PayoutFault[3] = [['PAYOUT', 'CHARGED', 250000n]]

describe.concurrent('nothing is pushed twice, after any fault', () => {
  const faults: readonly PayoutFault[] = [['timeout_after_charge', 'APPROVED', '0000', CHARGED]]
  const furtherFaults: readonly PayoutFault[] = [
    ['duplicate_notice', 'APPROVED', '0000', CHARGED],
    ['connection_reset', 'APPROVED', '0000', CHARGED],
    ['garbage_answer', 'APPROVED', '0000', CHARGED],
    ['late_notice', 'APPROVED', '0000', CHARGED],
    ['timeout_before_charge', 'DECLINED', '1001', []],
    ['inquiry_not_found', 'DECLINED', '1001', [['PAYOUT', 'REVERSED', 250000n]]],
  ]
  const name = '%s: PENDING, then %s %s'
  it.each(faults)(name, PATIENCE, isPushedOnce)
  it.each(furtherFaults)(name, { ...PATIENCE, tags: ['full'] }, isPushedOnce)
})

async function isPushedOnce(...[simulate_fault, status, code, ledger]: PayoutFault): Promise<void> {
  const merchant = await app.newMerchant()
  const order = { reference: newReference(), metadata: { simulate_fault } }
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => push(merchant, order, index % 2 ? second : undefined)),
  )
  const ids = new Set(answers.map(({ body }) => body.result.id))
  expect(ids.size).toBe(1)
  const [id] = [...ids]
  const record = await ended(merchant, id, 50)
  expect(record).toMatchObject({ status, processing_code: code })
  expect((await push(merchant, order)).body.result).toEqual(record)
  await eventually('the ledger to agree', 30, async () => String(await linesOf(merchant, id)) === String(ledger))
  expect(await eventsAbout(merchant, id)).toEqual([status])
}
