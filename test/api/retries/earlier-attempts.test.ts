// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayOutcome } from '#domain/transaction.ts'
import { finalize } from '#flows/payment/outcome/finalize.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { listAttempts } from '#store/transactions/attempts.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { eventually } from '#test/eventually.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { sendNotice } from '../redirects/shopper.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { attemptsOf, chargesOf } from './simulated-charges.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const PENDING = { response_code: 'TRX_STATUS_PENDING' }

/** A payment that the first account declined and the second confirmed as pending. */
async function pendingElsewhere() {
  const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, PENDING)
  const { result } = (await merchant.authorize()).body
  expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  const [first, second] = await listAttempts(app.gateway.sql, merchant.merchantId, result.id)
  const state = async () => (await chargesOf(merchant, result.id)).map(([, stands]) => stands)
  return { merchant, accounts, id: result.id as string, first: first!, second: second!, state }
}

/** The bank changes its mind about a charge. */
async function approveAfterAll({ merchantId }: TestMerchant, attemptId: string): Promise<void> {
  const approved = { kind: 'outcome', outcome: gatewayOutcome('0000', 'approved') } as const
  const { sql } = app.gateway
  await sql`
    update simulator.charges set state = 'CHARGED', answer = answer || ${sql.json({ given: approved } as never)}
    where merchant_id = ${merchantId} and attempt_id = ${attemptId}`
}

describe('an earlier attempt decides nothing once a later one is in progress', () => {
  it('a notice about its decline changes nothing', async () => {
    const { merchant, id, first } = await pendingElsewhere()
    const { status } = await sendNotice(app.baseUrl, merchant.merchantId, first.attemptId, 'card-simulator')
    expect(status).toBe(204)
    expect((await merchant.status(id)).transaction).toMatchObject({ status: 'PENDING' })
  })

  it.each(['still under way', 'approved'])(
    'its own approval comes too late while the later one is %s',
    async (then) => {
      const { merchant, id, first, second, state } = await pendingElsewhere()
      const notify = ({ attemptId }: { attemptId: string }) =>
        sendNotice(app.baseUrl, merchant.merchantId, attemptId, 'card-simulator')
      if (then === 'approved') {
        await approveAfterAll(merchant, second.attemptId)
        await notify(second)
      }
      const before = (await merchant.status(id)).transaction
      expect(before.approved).toBe(then === 'approved')
      await approveAfterAll(merchant, first.attemptId)
      await notify(first)
      await eventually('the reversal', 30, async () => (await state())[0] === 'REVERSED')
      expect(await state()).toEqual(['REVERSED', then === 'approved' ? 'CHARGED' : 'PENDING'])
      expect((await merchant.status(id)).transaction.status).toBe(before.status)
    },
  )

  it('a process that still takes it for the latest cannot end the payment with it', async () => {
    const { merchant, id, first, state } = await pendingElsewhere()
    const { gateway } = app
    const transaction = (await findTransaction(gateway.sql, merchant.merchantId, id))!
    const account = (await findProviderAccount(gateway.sql, merchant.merchantId, first.providerAccountId))!
    const ending = { expected: 'confirmation', attemptId: first.attemptId, account } as const
    const declined = await finalize(gateway, transaction, gatewayOutcome('1000', 'declined'), ending)
    expect(declined.transaction).toMatchObject({ status: 'PENDING' })

    await approveAfterAll(merchant, first.attemptId)
    const approved = await finalize(gateway, transaction, gatewayOutcome('0000', 'approved'), ending)
    expect(approved.transaction).toMatchObject({ status: 'PENDING' })
    await eventually('the reversal', 30, async () => (await state())[0] === 'REVERSED')
    expect(await eventsOf(merchant, id)).toEqual([])
  })
})

describe('a process that dies on the way', () => {
  it('between the decline and the next attempt: the worker finalizes it, and no charge is made', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const metadata = { ...NOT_ENROLLED, simulate_delay_ms: 3000 }
    const order = merchant.order({ metadata })
    const answer = merchant.call('POST', '/api/transactions/authorize', { body: order })
    // The bank has declined and its answer is delayed; the worker finds the payment as after a crash.
    const id = await eventually('the recorded decline', 30, async () => {
      const { items } = (await merchant.call('GET', `/api/simulators/charges?reference=${order.reference}`)).body
      return items[0]?.transaction_id as string | undefined
    })
    await app.gateway.sql`
      update transactions set due_at = now() where merchant_id = ${merchant.merchantId} and id = ${id}`
    await eventually('the end', 30, async () => (await merchant.status(id)).transaction.status === 'DECLINED')
    // The process that seemed dead continues, and tries no other account.
    expect((await answer).body.result).toMatchObject({ id, status: 'DECLINED', processing_code: '1000' })
    expect(await chargesOf(merchant, id)).toEqual([[accounts[0], 'REFUSED']])
    expect(await eventsOf(merchant, id)).toHaveLength(1)
  })

  it('before the next provider heard of its attempt: DECLINED 1001, and a charge that may still come is reversed', async () => {
    const lost = { fault: 'timeout_before_charge' }
    const other = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
    try {
      const { merchant, accounts } = await newRoutedMerchant(other, DECLINES, lost, APPROVES)
      const { result } = (await merchant.authorize()).body
      expect(result.status).toBe('PENDING')
      const end = await eventually('the end', 60, async () => {
        const { transaction } = await merchant.status(result.id)
        return transaction.status !== 'PENDING' && transaction
      })
      expect(end).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
      expect(end.data.retry_options).toMatchObject({ status: 'EXHAUSTED', retry_count: 1 })
      expect(attemptsOf(end)).toEqual(['1000', '1001'])
      const [, second] = await listAttempts(other.gateway.sql, merchant.merchantId, result.id)
      const charge = await eventually('the bar', 30, async () => {
        const [row] = await other.gateway.sql<{ state: string; provider_account_id: string }[]>`
          select state, provider_account_id from simulator.charges where attempt_id = ${second!.attemptId}`
        return row
      })
      expect(charge).toEqual({ state: 'BARRED', provider_account_id: accounts[1] })
    } finally {
      await other.close()
    }
  }, 90_000)
})
