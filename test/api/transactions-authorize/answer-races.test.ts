import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import { ownOutcome, type Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { finalize } from '#flows/outcome/finalize.ts'
import { inquireDue } from '#flows/worker/reconcile-pending.ts'
import { reverseDue } from '#flows/worker/reverse-due.ts'
import type { InquiryAnswer } from '#providers/provider.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
  await app.stopWorker()
})
afterAll(() => app.close())

/** A charge the bank recorded, conceals from inquiries, and whose answer is still on its way to us. */
async function lostCharge(): Promise<{ transaction: Transaction; attemptId: string; account: ProviderAccount }> {
  const { merchantId, authorize } = app.merchant
  const metadata = { ...NOT_ENROLLED, simulate_fault: 'inquiry_not_found' }
  const { result } = (await authorize({ metadata })).body
  const { sql } = app.gateway
  await sql`update attempts set not_found_since = now() - interval '1 minute' where transaction_id = ${result.id}`
  const transaction = await findTransaction(sql, merchantId, result.id)
  const attempt = await findLatestAttempt(sql, merchantId, result.id)
  const account = await findProviderAccount(sql, merchantId, attempt!.providerAccountId)
  return { transaction: transaction!, attemptId: attempt!.attemptId, account: account! }
}

/** A gateway whose card simulator does something else first whenever it is asked what it knows. */
function askedBetween(meanwhile: () => Promise<unknown>): Gateway {
  const simulator = app.gateway.providers.get('card-simulator')!
  const inquire = async (): Promise<InquiryAnswer> => {
    await meanwhile()
    return { kind: 'not-found' }
  }
  return { ...app.gateway, providers: new Map([[simulator.name, { ...simulator, inquire }]]) }
}

async function chargesOf(id: string): Promise<string[]> {
  const { items } = (await app.merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items.map(({ state }: { state: string }) => state)
}

it('an approval that arrives just before the worker gives up stands, and is never taken back', async () => {
  const { transaction, ...tried } = await lostCharge()
  const approve = () =>
    finalize(app.gateway, transaction, ownOutcome('0000', 'approved'), { expected: 'provider-answer', ...tried })
  await inquireDue(askedBetween(approve))
  await reverseDue(app.gateway)
  expect((await app.merchant.status(transaction.id)).transaction).toMatchObject({ status: 'APPROVED' })
  expect(await chargesOf(transaction.id)).toEqual(['CHARGED'])
})

it('giving up bars the charge in the same commit, so that no crash lets it come through', async () => {
  const { transaction, attemptId } = await lostCharge()
  await finalize(app.gateway, transaction, ownOutcome('1001', 'gone'), {
    expected: 'provider-answer',
    attemptId,
    reversalRequested: true,
  })
  await reverseDue(app.gateway)
  expect((await app.merchant.status(transaction.id)).transaction).toMatchObject({ status: 'DECLINED' })
  expect(await chargesOf(transaction.id)).toEqual(['REVERSED'])
})
