import { newId } from '#domain/ids.ts'
import type { NextStep } from '#domain/next-step.ts'
import { planNextAsk } from '#domain/recovery.ts'
import { waitForAsk } from '#domain/retry.ts'
import {
  type Awaiting,
  applyOutcomeToData,
  keptOutcome,
  type Outcome,
  statusOf,
  type Transaction,
} from '#domain/transaction.ts'
import { retryScheduled } from '#events/retry-scheduled.ts'
import { readTestClock } from '#store/test-clock/test-clock.ts'
import { listAttempts } from '#store/transactions/attempts.ts'
import { scheduleAsk } from '#store/transactions/recoveries.ts'
import type { Gateway } from '../../gateway.ts'
import { currentAnswer } from './current-answer.ts'

/**
 * Schedules the next ask of a declined charge, if its recovery has one left (docs/reference/agreements.md#recovery).
 * @returns undefined if the decline stands
 */
export async function recover(
  gateway: Gateway,
  transaction: Transaction,
  attemptId: string,
  judgment: Outcome,
  expected: Awaiting,
): Promise<NextStep | undefined> {
  const recovery = transaction.data?.recovery
  if (!recovery || statusOf(judgment) !== 'DECLINED') return undefined
  const now = await readTestClock(gateway.sql, transaction.merchantId)
  const next = planNextAsk(recovery, judgment, now)
  if (!next) return undefined
  const outcome = keptOutcome(judgment)
  const tried = await listAttempts(gateway.sql, transaction.merchantId, transaction.id)
  const ended = tried.map((one) =>
    one.attemptId === attemptId
      ? { ...one, processingCode: outcome.code, responseMessage: outcome.responseMessage }
      : one,
  )
  const data = waitForAsk(applyOutcomeToData({ ...transaction.data, recovery: next.recovery }, outcome), ended, next.at)
  const waiting = withAnswer({ ...transaction, data, updatedAt: gateway.clock.now() }, outcome)
  const event = retryScheduled(waiting, outcome, next.at, newId('evt'))
  const inSeconds = (next.at.getTime() - now.getTime()) / 1000
  const moved = await scheduleAsk(gateway.sql, waiting, expected, { attemptId, outcome }, inSeconds, event)
  if (moved) return { kind: 'result', transaction: moved }
  return currentAnswer(gateway, transaction.merchantId, transaction.id)
}

function withAnswer(transaction: Transaction, outcome: ReturnType<typeof keptOutcome>): Transaction {
  const { providerResponseCode, providerResponseMessage, responseMessage } = outcome
  const processingResult = { ...transaction.processingResult, providerResponseCode, providerResponseMessage }
  return { ...transaction, processingResult, responseMessage }
}
