import type { NextStep } from '#domain/next-step.ts'
import { type AskResult, planNextAsk } from '#domain/recovery.ts'
import { waitForAsk } from '#domain/retry.ts'
import {
  type Awaiting,
  applyOutcomeToData,
  type KeptOutcome,
  keptOutcome,
  statusOf,
  type Transaction,
} from '#domain/transaction.ts'
import { retryScheduled } from '#events/further-events.ts'
import { lockClockAhead, readTestClock } from '#store/merchants/test-clock.ts'
import { listAttempts } from '#store/transactions/attempts.ts'
import { scheduleAsk } from '#store/transactions/recoveries.ts'
import type { Gateway } from '../../gateway.ts'
import { currentAnswer } from './current-answer.ts'

/**
 * Schedules the next ask of a declined charge, if its recovery has one left (docs/reference/agreements.md#recovery). An
 * ask that never arrived is reversed, in case its provider receives it later.
 * @returns undefined if the decline is final
 */
export async function recover(
  gateway: Gateway,
  transaction: Transaction,
  ended: AskResult & { readonly attemptId: string },
  expected: Awaiting,
): Promise<NextStep | undefined> {
  const recovery = transaction.data?.recovery
  if (!recovery || statusOf(ended.outcome) !== 'DECLINED') return undefined
  const outcome = keptOutcome(ended.outcome)
  const attempts = await attemptsWith(gateway, transaction, ended.attemptId, outcome)
  const data = applyOutcomeToData(transaction.data, outcome)
  // The lock keeps advances of the test clock from coming between plan and commit.
  const moved = await gateway.sql.begin(async (tx) => {
    await lockClockAhead(tx, transaction.merchantId)
    const now = await readTestClock(tx, transaction.merchantId)
    const next = planNextAsk(recovery, ended, now)
    if (!next) return 'none'
    const waitingData = waitForAsk({ ...data, recovery: next.recovery }, attempts, next.at)
    const waiting = withAnswer({ ...transaction, data: waitingData, updatedAt: gateway.clock.now() }, outcome)
    const event = retryScheduled(waiting, outcome, next.at)
    const inSeconds = (next.at.getTime() - now.getTime()) / 1000
    return scheduleAsk(tx, waiting, expected, { ...ended, outcome }, inSeconds, event)
  })
  if (moved === 'none') return undefined
  if (moved) return { kind: 'result', transaction: moved }
  return currentAnswer(gateway, transaction.merchantId, transaction.id)
}

/** All attempts of a charge, one with an outcome that is not stored yet. */
async function attemptsWith(gateway: Gateway, charge: Transaction, attemptId: string, outcome: KeptOutcome) {
  const { code: processingCode, responseMessage } = outcome
  const attempts = await listAttempts(gateway.sql, charge.merchantId, charge.id)
  return attempts.map((one) => (one.attemptId === attemptId ? { ...one, processingCode, responseMessage } : one))
}

function withAnswer(transaction: Transaction, outcome: KeptOutcome): Transaction {
  const { providerResponseCode, providerResponseMessage, responseMessage } = outcome
  const processingResult = { ...transaction.processingResult, providerResponseCode, providerResponseMessage }
  return { ...transaction, processingResult, responseMessage }
}
