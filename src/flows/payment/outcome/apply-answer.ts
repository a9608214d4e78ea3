import type { KeptJson } from '#domain/kept-text.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Status } from '#domain/status.ts'
import {
  type Awaiting,
  applyOutcomeToData,
  type KeptOutcome,
  keptOutcome,
  revealHash,
  type ShopperStep,
  statusOf,
  type Transaction,
} from '#domain/transaction.ts'
import { TRANSACTION_TYPES } from '#domain/transaction-type.ts'
import type { ProviderAnswer } from '#providers/port/provider.ts'
import { scheduleCheck, setAwaiting } from '#store/transactions/pending-transactions.ts'
import type { Gateway } from '../../gateway.ts'
import { takeBackUnusable } from '../../provider-calls/take-back-unusable.ts'
import { currentAnswer, toNextStep } from './current-answer.ts'
import { finalize } from './finalize.ts'
import { recover } from './recover.ts'
import { safeStep } from './safe-step.ts'

/** Seconds until the first inquiry about an unconfirmed answer; later intervals grow. */
const FIRST_LOOK_SECONDS = 1

/**
 * Applies a provider's answer: a final outcome finalizes the transaction, any other leaves it waiting.
 * @param asked the answered attempt; of a follow-up, the metadata of its parent, unless it has to be read
 */
export async function applyAnswer(
  gateway: Gateway,
  transaction: Transaction,
  asked: {
    readonly attemptId: string
    readonly account: ProviderAccount
    readonly parentMetadata?: KeptJson | null
  },
  answer: ProviderAnswer | 'unknown',
  expected: Awaiting = 'provider-answer',
): Promise<NextStep> {
  if (answer === 'unknown') return leaveToWorker(gateway, transaction, asked.account)
  const answered = revealHash(transaction)
  if (answer.kind === 'shopper-step') return takeStep(gateway, answered, asked, answer.step, expected)
  if (leavesOpen(answered, statusOf(answer.outcome)))
    return awaitConfirmation(gateway, answered, keptOutcome(answer.outcome), expected)
  const { attemptId, account, parentMetadata } = asked
  const isDecision = answer.kind === 'outcome'
  const recovering =
    isDecision && (await recover(gateway, answered, { attemptId, outcome: answer.outcome, arrived: true }, expected))
  if (recovering) return recovering
  return finalize(gateway, answered, answer.outcome, { expected, attemptId, account, parentMetadata })
}

/** True also for a type that cannot fail: it waits until the provider approves it or the flow of its type ends it. */
function leavesOpen({ transactionType }: Transaction, status: Status): boolean {
  return status === 'PENDING' || (TRANSACTION_TYPES[transactionType].cannotFail === true && status !== 'APPROVED')
}

/** Time limit of a provider's confirmation; null: unlimited (docs/reference/statuses.md#kinds-of-pending). */
function confirmationSeconds({ settings }: Gateway, { transactionType }: Transaction): number | null {
  const { money, cannotFail } = TRANSACTION_TYPES[transactionType]
  return money === 'out' || cannotFail ? null : settings.pendingTtlSeconds
}

/** Sends a shopper to safe URLs only; a step with any other cannot be completed, so the charge is reversed. */
async function takeStep(
  gateway: Gateway,
  transaction: Transaction,
  { attemptId, account }: { readonly attemptId: string; readonly account: ProviderAccount },
  step: ShopperStep,
  expected: Awaiting,
): Promise<NextStep> {
  const safe = safeStep(step, account)
  if (safe) return sendShopper(gateway, transaction, safe, expected)
  await takeBackUnusable(gateway, { account, merchantId: transaction.merchantId, attemptId }, UNSAFE)
  return leaveToWorker(gateway, transaction, account)
}

const UNSAFE = 'The provider sends the shopper to an address that is not https.'

/** Leaves an unknown outcome to the worker's inquiries (docs/reference/unknown-outcomes.md). */
async function leaveToWorker(gateway: Gateway, transaction: Transaction, account: ProviderAccount): Promise<NextStep> {
  const { merchantId, id } = transaction
  gateway.log.warn({ transactionId: id, provider: account.provider }, 'unusable provider response')
  await scheduleCheck(gateway.sql, merchantId, id, 0)
  return { kind: 'result', transaction }
}

async function sendShopper(
  gateway: Gateway,
  transaction: Transaction,
  step: ShopperStep,
  expected: Awaiting,
): Promise<NextStep> {
  const moved = await setAwaiting(gateway.sql, touched(gateway, transaction), expected, {
    awaiting: 'shopper',
    step,
    outcome: null,
    lookInSeconds: FIRST_LOOK_SECONDS,
    ttlSeconds: gateway.settings.sessionTtlSeconds,
  })
  return moved ? toNextStep(moved) : currentAnswer(gateway, transaction.merchantId, transaction.id)
}

async function awaitConfirmation(
  gateway: Gateway,
  transaction: Transaction,
  outcome: KeptOutcome,
  expected: Awaiting,
): Promise<NextStep> {
  const data = applyOutcomeToData(transaction.data, outcome)
  const { approvalCode, referenceNumber, providerResponseCode, providerResponseMessage } = outcome
  const processingResult = {
    ...transaction.processingResult,
    approvalCode,
    referenceNumber,
    providerResponseCode,
    providerResponseMessage,
  }
  const moved = await setAwaiting(gateway.sql, { ...touched(gateway, transaction), data, processingResult }, expected, {
    awaiting: 'confirmation',
    step: null,
    outcome,
    lookInSeconds: FIRST_LOOK_SECONDS,
    ttlSeconds: confirmationSeconds(gateway, transaction),
  })
  return moved ? toNextStep(moved) : currentAnswer(gateway, transaction.merchantId, transaction.id)
}

function touched(gateway: Gateway, transaction: Transaction): Transaction {
  return { ...transaction, updatedAt: gateway.clock.now() }
}
