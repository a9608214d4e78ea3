import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderAccount } from '#domain/merchant.ts'
import { gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { finalize } from '#flows/payment/outcome/finalize.ts'
import { inquireDue } from '#flows/worker/reconcile-pending.ts'
import { reverseDue } from '#flows/worker/reverse-due.ts'
import { type InquiryAnswer, OtherMoney } from '#providers/port/provider.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  await app.stopWorker()
})
// Five lost answers in a row would have the account left alone.
beforeEach(async () => {
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

/** Makes a charge that the bank recorded and hides from inquiries, and whose answer is delayed. */
async function lostCharge(): Promise<{ transaction: Transaction; attemptId: string; account: ProviderAccount }> {
  const { merchantId, authorize } = merchant
  const metadata = { ...NOT_ENROLLED, simulate_fault: 'inquiry_not_found' }
  const { result } = (await authorize({ metadata })).body
  const { sql } = app.gateway
  await sql`update attempts set not_found_since = now() - interval '1 minute' where transaction_id = ${result.id}`
  const transaction = await findTransaction(sql, merchantId, result.id)
  const attempt = await findLatestAttempt(sql, merchantId, result.id)
  const account = await findProviderAccount(sql, merchantId, attempt!.providerAccountId)
  return { transaction: transaction!, attemptId: attempt!.attemptId, account: account! }
}

const NOT_FOUND: InquiryAnswer = { kind: 'not-found' }

/** A gateway whose card simulator does something else first whenever it is asked what it knows. */
function askedBetween(meanwhile: () => unknown, answer = NOT_FOUND): Gateway {
  const simulator = app.gateway.providers.get('card-simulator')!
  const inquire = async (): Promise<InquiryAnswer> => {
    await meanwhile()
    return answer
  }
  return { ...app.gateway, providers: new Map([[simulator.name, { ...simulator, inquire }]]) }
}

async function look(gateway: Gateway, id: string): Promise<string> {
  await app.gateway.sql`update transactions set due_at = now() where id = ${id} and status = 'PENDING'`
  await inquireDue(gateway)
  return (await merchant.status(id)).transaction.status
}

/** A gateway whose card simulator names other money than was asked. */
const otherMoney = () =>
  askedBetween(() => {
    throw new OtherMoney('another amount')
  })

async function chargesOf(id: string): Promise<string[]> {
  const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items.map(({ state }: { state: string }) => state)
}

it('an approval that arrives just before the worker declines remains, and is never reversed', async () => {
  const { transaction, ...tried } = await lostCharge()
  const approve = () =>
    finalize(app.gateway, transaction, gatewayOutcome('0000', 'approved'), { expected: 'provider-answer', ...tried })
  await inquireDue(askedBetween(approve))
  await reverseDue(app.gateway)
  expect((await merchant.status(transaction.id)).transaction).toMatchObject({ status: 'APPROVED' })
  expect(await chargesOf(transaction.id)).toEqual(['CHARGED'])
})

it('ending an attempt bars the charge in the same commit, so that no crash lets it come through', async () => {
  const { transaction, attemptId } = await lostCharge()
  await finalize(app.gateway, transaction, gatewayOutcome('1001', 'gone'), {
    expected: 'provider-answer',
    attemptId,
    reversalRequested: true,
  })
  await reverseDue(app.gateway)
  expect((await merchant.status(transaction.id)).transaction).toMatchObject({ status: 'DECLINED' })
  expect(await chargesOf(transaction.id)).toEqual(['REVERSED'])
})

describe('A charge of other money ends only once it is reversed', () => {
  it.each<[string, InquiryAnswer]>([
    ['does not find it', NOT_FOUND],
    ['says it was declined', { kind: 'outcome', outcome: gatewayOutcome('1000', 'declined') }],
    ['says it was canceled', { kind: 'outcome', outcome: gatewayOutcome('1003', 'canceled') }],
    ['approves what was asked', { kind: 'outcome', outcome: gatewayOutcome('0000', 'approved') }],
  ])('also if its provider then %s', async (_how, answer) => {
    const { transaction } = await lostCharge()
    expect(await look(otherMoney(), transaction.id)).toBe('PENDING')
    expect(
      await look(
        askedBetween(() => {}, answer),
        transaction.id,
      ),
    ).toBe('PENDING')
    expect(await chargesOf(transaction.id)).toEqual(['CHARGED'])
    await reverseDue(app.gateway)
    expect(await chargesOf(transaction.id)).toEqual(['REVERSED'])
    expect(await look(app.gateway, transaction.id)).toBe('DECLINED')
  })

  it.each(['1000', '0000'] as const)('also if an answer of %s arrives late', async (code) => {
    const { transaction, ...attempt } = await lostCharge()
    await look(otherMoney(), transaction.id)
    const late = gatewayOutcome(code, 'late')
    const answer = finalize(app.gateway, transaction, late, { expected: 'provider-answer', ...attempt })
    await reverseDue(app.gateway)
    expect(await chargesOf(transaction.id)).toEqual(['REVERSED'])
    expect(await look(app.gateway, transaction.id)).toBe('DECLINED')
    expect(await answer).toMatchObject({ transaction: { status: 'DECLINED', processingCode: '1001' } })
  })
})
