import { expect } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { eventually } from '#test/eventually.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import type { Shown } from '../manage/follow-ups.ts'

/** A payment of 1250 whose shopper disputes it, with its case. */
export async function disputed(
  merchant: TestMerchant,
  opens: 'inquiry' | 'chargeback',
  changes: Record<string, unknown> = {},
): Promise<{ readonly payment: Shown; readonly dispute: Shown }> {
  const { metadata, ...others } = changes
  const order = { ...others, metadata: { ...NOT_ENROLLED, ...(metadata as object), simulate_dispute: opens } }
  const payment = (await merchant.authorize(order)).body.result
  return { payment, dispute: await disputeOf(merchant, payment) }
}

/** The case about a payment, once it is open. */
function disputeOf(merchant: TestMerchant, { id }: Shown): Promise<Shown> {
  return eventually('a dispute is open', 30, async () => {
    const { body } = await merchant.call('GET', `/api/disputes?transaction_id=${id}`)
    return body.items[0]
  })
}

export async function shown(merchant: TestMerchant, { id }: Shown): Promise<Shown> {
  return (await merchant.call('GET', `/api/disputes/${id}`)).body
}

/** Moves a case through states at its provider. @returns it afterwards */
export async function move(merchant: TestMerchant, dispute: Shown, ...states: string[]): Promise<Shown> {
  for (const to of states) {
    const { status } = await merchant.call('POST', `/api/simulators/disputes/${dispute.id}/move`, { body: { to } })
    expect(status).toBe(200)
  }
  return shown(merchant, dispute)
}

export function accept(merchant: TestMerchant, { id }: Shown) {
  return merchant.call('POST', `/api/disputes/${id}/accept`, { body: {} })
}

/** Types and amounts of the records of a payment's money, the oldest first. */
export async function moneyOf(merchant: TestMerchant, { id }: Shown): Promise<[string, number][]> {
  const { body } = await merchant.call('GET', `/api/transactions?parent_id=${id}`)
  return body.items.toReversed().map((record: Shown) => [record.transaction_type, Number(record.amount)])
}

export async function disputedAmountOf(merchant: TestMerchant, { id }: Shown): Promise<number> {
  return Number((await merchant.status(id)).transaction.disputed_amount)
}

/** Fails if ledger, records and the simulators' ledgers disagree about a merchant. */
export async function proven({ gateway }: RunningGateway, { merchantId }: TestMerchant): Promise<void> {
  const { discrepancies } = await proveLedger(gateway, new AbortController().signal)
  expect(discrepancies.filter((one) => one.merchantId === merchantId)).toEqual([])
}

/** Sets settings of the merchant's card account. */
export async function withSettings(
  { gateway, database }: RunningGateway,
  { merchantId }: TestMerchant,
  settings: object,
) {
  const [account] = await database.sql`
    select provider_account_id as id from provider_accounts
    where merchant_id = ${merchantId} and provider = 'card-simulator'`
  await changeProviderAccount(gateway, 'test', account!.id, { settings: settings as never })
}

/** Events of a type about a merchant, the oldest first. */
export async function eventsOf(merchant: TestMerchant, type: string): Promise<Shown[]> {
  const { body } = await merchant.call('GET', `/api/events?event=${type}&limit=100`)
  return body.items.toReversed().map(({ payload }: Shown) => payload)
}
