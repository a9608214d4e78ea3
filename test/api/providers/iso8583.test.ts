import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeAccount } from '#flows/admin/check-provider-account.ts'
import { showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { eventually } from '#test/eventually.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { isoSettings } from '#test/iso8583-sandbox/merchant.ts'
import { newProviderMerchant } from '#test/provider-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { authorized, follow, type Shown } from '../manage/follow-ups.ts'

let sandbox: Iso8583Sandbox
let app: RunningGateway
let merchant: TestMerchant
let account: string

beforeAll(async () => {
  sandbox = await openIso8583Sandbox()
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '2' })
  const made = await newProviderMerchant(app, {
    provider: 'iso8583',
    credentials: {},
    settings: isoSettings(sandbox.port),
  })
  merchant = made.merchant
  account = made.accounts[0]!
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  expect(sandbox.complaints).toEqual([])
})

async function paid(amount: number, changes: Record<string, unknown> = {}): Promise<Shown> {
  const order = { reference: newReference(), metadata: NOT_ENROLLED, amount, ...changes }
  return (await merchant.authorize(order)).body.result
}

async function finalOf({ id }: Shown): Promise<Shown> {
  return eventually('the end', 60, async () => {
    const { transaction } = await merchant.status(id)
    return transaction.status === 'PENDING' ? undefined : transaction
  })
}

async function systanOf({ id }: Shown): Promise<number> {
  const { body } = await merchant.call('GET', `/api/events?transaction_id=${id}`)
  return Number(body.items[0].payload.systan)
}

const standing = () => sandbox.book.standing().length

describe('A card through an acquirer', () => {
  it('is charged once, and the record says by whom', async () => {
    const before = standing()
    expect(await paid(1000)).toMatchObject({
      status: 'APPROVED',
      processing_result: { payment_provider_id: 'iso8583', payment_provider_account_id: account },
    })
    expect(standing()).toBe(before + 1)
  })

  it.each([
    ['amount', { 4: '000000000001' }],
    ['currency', { 49: '840' }],
  ])('that is approved with another %s is PENDING, reversed and then DECLINED', async (_, mistaken) => {
    const before = standing()
    sandbox.orders.answers = mistaken
    const record = await paid(1000)
    sandbox.orders.answers = {}
    expect(record).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect(await finalOf(record)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    await eventually('the reversal', 60, async () => standing() === before || undefined)
  })

  it('is declined as its issuer says', async () => {
    expect(await paid(6051)).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  })

  it('that is not answered is reversed, and ends as failed', async () => {
    const before = standing()
    const pending = await paid(5991)
    expect(await finalOf(pending)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    await expect.poll(standing).toBe(before)
  })

  it('is captured and refunded in parts, and voided', async () => {
    const payment = await authorized(merchant, { metadata: NOT_ENROLLED })
    expect(await follow(merchant, payment, 'CAPTURE', { amount: 400 })).toMatchObject({ status: 'APPROVED' })
    expect(await follow(merchant, payment, 'REFUND', { amount: 100 })).toMatchObject({ status: 'APPROVED' })
    const sale = await paid(1000)
    expect(await follow(merchant, sale, 'VOID')).toMatchObject({ status: 'APPROVED' })
  })

  it('has the trace number that was sent as the systan of its event, and so have its follow-ups', async () => {
    const sent = () => Number(sandbox.requests.at(-1)!.fields[11])
    const payment = await authorized(merchant, { metadata: NOT_ENROLLED })
    expect(await systanOf(payment)).toBe(sent())
    expect(await systanOf(await follow(merchant, payment, 'VOID'))).toBe(sent())
    expect(await systanOf(await paid(6051))).toBe(sent())
  })

  it('whose capture is not answered stays captured: the capture is pending until its repeat is answered', async () => {
    const payment = await authorized(merchant, { metadata: NOT_ENROLLED })
    sandbox.orders.next.set('0220', { code: '00', answer: 'lost' })
    const capture = await follow(merchant, payment, 'CAPTURE', { amount: 400 })
    expect(capture.status).toBe('PENDING')
    await app.database.sql`update acquirer_requests set repeat_at = now() where repeat_at is not null`
    expect(await finalOf(capture)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(sandbox.requests.filter(({ type }) => type.startsWith('022')).at(-1)).toMatchObject({ type: '0221' })
  })

  it('is never shown, and not kept in clear', async () => {
    await paid(1000)
    const [{ kept }] = await app.database.sql<[{ kept: string }]>`
      select (select string_agg(e::text, '') from provider_exchanges e)
        || (select string_agg(r::text, '') from acquirer_requests r) as kept`
    expect(kept).toContain('de_39')
    for (const { fields } of sandbox.requests) if (fields[2]) expect(kept).not.toContain(fields[2])
  })
})

it('an account is checked by an echo', async () => {
  const shown = await showProviderAccount(app.gateway, account)
  expect(await probeAccount(app.gateway, shown)).toEqual([])
})
