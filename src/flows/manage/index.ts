import { merchantRefusal } from '#domain/eligibility.ts'
import type { Parent } from '#domain/follow-up.ts'
import { allowsSingleCapture, unsupportedFollowUp } from '#domain/follow-up-support.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import { newTransaction, withProviderAccount } from '#domain/new-transaction.ts'
import { normalizedShare } from '#domain/normalize-part.ts'
import type { Transaction } from '#domain/transaction.ts'
import { recordFollowUp } from '#store/transactions/follow-ups.ts'
import { StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { refuseTransaction } from '../payment/authorize/refuse.ts'
import { applyAnswer } from '../payment/outcome/apply-answer.ts'
import { answerMarginSeconds } from '../provider-calls/call-provider.ts'
import { findParent, namingRefusal, parentRefusal } from './find-parent.ts'
import { attemptOf, type FollowUpAttempt, submitFollowUp } from './follow-up-attempt.ts'
import { findNamesake, findPreviousRun } from './previous-run.ts'
import type { FollowUpRequest } from './request.ts'

/** Maximum of reads of a parent that other follow-ups keep changing. */
const MAX_LOOKS = 10

/**
 * Captures, refunds or voids an approved transaction (docs/reference/follow-ups.md). The new transaction and its
 * reservation at the parent are recorded together before the provider is called.
 * @returns its record, also if refused
 */
export function manage(gateway: Gateway, request: FollowUpRequest): Promise<Transaction> {
  return gateway.configs.decide(request.merchantId, request.terminalId, async ({ config }, decided) => {
    const { id, done } = await findPreviousRun(gateway, request)
    if (done) return done
    for (let look = 1; look <= MAX_LOOKS; look += 1) {
      const parent = await findParent(gateway, request)
      const draft = draftFollowUp(gateway, id, request, parent)
      const misnamed = merchantRefusal(config) ?? namingRefusal(request, parent)
      if (misnamed || !parent) return refuseTransaction(gateway, config, draft, misnamed!)
      const namesake = await findNamesake(gateway, request, parent.transaction.id)
      if (namesake && 'done' in namesake) return namesake.done
      const refusal = namesake?.refusal ?? parentRefusal(request, parent)
      if (refusal) return refuseTransaction(gateway, config, draft, refusal)

      const attempt = await attemptOf(gateway, parent)
      const { type, amount } = request
      const unsupported = unsupportedFollowUp(attempt.capabilities, parent.transaction, type, amount)
      if (unsupported) return refuseTransaction(gateway, config, draft, unsupported)

      const transaction = await record(
        gateway,
        config,
        request,
        parent,
        withProviderAccount(attempt.account, draft),
        attempt,
      )
      // Reads a parent again that has changed since.
      if (!transaction) continue
      decided()
      const answer = await submitFollowUp(gateway, transaction, request, attempt)
      return (await applyAnswer(gateway, transaction, attempt, answer)).transaction
    }
    throw new Error(`The parent of a follow-up changed ${MAX_LOOKS} times while it was looked at.`)
  })
}

/** @returns the recorded follow-up; undefined if the parent no longer allows it */
async function record(
  gateway: Gateway,
  { version }: TerminalConfig,
  { type, finalCapture }: FollowUpRequest,
  parent: Parent,
  transaction: Transaction,
  attempt: FollowUpAttempt,
): Promise<Transaction | undefined> {
  const recorded = await recordFollowUp(gateway.sql, {
    version,
    transaction,
    parent: parent.transaction,
    type,
    final: finalCapture,
    onlyCapture: allowsSingleCapture(attempt.capabilities),
    attempt,
    settlementDelaySeconds: gateway.settings.settlementDelaySeconds,
    dueInSeconds: answerMarginSeconds(gateway),
  })
  if (recorded === 'outdated') throw new StaleConfig()
  return recorded === 'not-possible' ? undefined : recorded
}

/** Follow-up before any decision; without a parent, it has only the request's values. */
function draftFollowUp(
  { clock }: Gateway,
  id: string,
  request: FollowUpRequest,
  parent: Parent | undefined,
): Transaction {
  const { merchantId, terminalId, reference, currency, amount, type, parentId, followUpReference, metadata } = request
  const names = { id, merchantId, terminalId, parentId, followUpReference, reference }
  const own = { ...names, transactionType: type, currency, amount, metadata }
  return newTransaction(parent ? { ...own, ...takenOver(parent.transaction, amount) } : own, clock.now())
}

/** Fields that a follow-up copies from its parent; its worth is calculated when it is recorded. */
function takenOver(parent: Transaction, amount: bigint) {
  const { id: parentId, orderId, description, customer, customerIp, paymentMethod } = parent
  const normalizedAmount = normalizedShare(parent, amount)
  return { parentId, orderId, description, customer, customerIp, paymentMethod, normalizedAmount }
}
