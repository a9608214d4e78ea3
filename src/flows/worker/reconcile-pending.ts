import { lastOutcome } from '#domain/recovery.ts'
import { type Awaiting, gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import { findAuthenticationSecret } from '#store/three-ds/authentications.ts'
import { type Attempt, noteNotFound } from '#store/transactions/attempts.ts'
import { claimDueTransactions, type DueTransaction, scheduleCheck } from '#store/transactions/pending-transactions.ts'
import { concludeExpiry } from '../expiry/conclude-expiry.ts'
import type { Gateway } from '../gateway.ts'
import { endInterrupted, expire } from '../payment/inquiry/abandon.ts'
import { latestAttemptOf, reconcile } from '../payment/inquiry/inquire.ts'
import { finalize } from '../payment/outcome/finalize.ts'
import { recover } from '../payment/outcome/recover.ts'

const BATCH = 50
/** A claimed transaction is due again after this, should the worker die. */
const LEASE_SECONDS = 20
/** A provider may still receive an unknown attempt for this long (docs/reference/unknown-outcomes.md#what-happens). */
const NOT_FOUND_HORIZON_SECONDS = 20
/** Between inquiries about an attempt whose provider gives no usable answer or does not know it yet. */
const UNKNOWN_LOOK_SECONDS = 3
const LONGEST_LOOK_SECONDS = 3600

/** Ends abandoned and interrupted authentications, without external calls. @returns true if there may be more */
export function expireAbandoned(gateway: Gateway): Promise<boolean> {
  return reconcileDue(gateway, ['authentication'], ({ transaction }) => endAuthentication(gateway, transaction))
}

async function endAuthentication(gateway: Gateway, transaction: Transaction): Promise<unknown> {
  const secret = await findAuthenticationSecret(gateway.sql, transaction.merchantId, transaction.id)
  return secret ? expire(gateway, transaction, null) : endInterrupted(gateway, transaction)
}

/** Inquires about every other due transaction, and ends expired ones. @returns true if there may be more */
export function inquireDue(gateway: Gateway): Promise<boolean> {
  return reconcileDue(gateway, ['provider-answer', 'shopper', 'confirmation'], (due) => inquireAbout(gateway, due))
}

type Act = (due: DueTransaction) => Promise<unknown>

async function reconcileDue(gateway: Gateway, kinds: readonly Awaiting[], act: Act): Promise<boolean> {
  const due = await claimDueTransactions(gateway.sql, kinds, BATCH, LEASE_SECONDS)
  const results = await Promise.allSettled(due.map(act))
  results.forEach((result, index) => {
    if (result.status === 'rejected') logFailure(gateway, due[index]!.transaction, result.reason)
  })
  return due.length === BATCH
}

async function inquireAbout(gateway: Gateway, due: DueTransaction): Promise<unknown> {
  const { transaction } = due
  if (transaction.transactionType === 'AUTHORIZATION_EXPIRY') return concludeOrWait(gateway, due)
  const attempt = await latestAttemptOf(gateway, transaction)
  if (attempt.reversal === 'confirmed') return endTakenBack(gateway, transaction, attempt)
  const { result, step } = await reconcile(gateway, transaction, attempt)
  if (step) return step
  if (transaction.awaiting !== 'provider-answer') return waitOn(gateway, due, attempt)
  if (result === 'unknown') return scheduleCheck(gateway.sql, attempt.merchantId, transaction.id, UNKNOWN_LOOK_SECONDS)
  return giveUpLater(gateway, transaction, attempt)
}

async function concludeOrWait(gateway: Gateway, { transaction, ageSeconds }: DueTransaction): Promise<unknown> {
  if (await concludeExpiry(gateway, transaction)) return
  return scheduleCheck(gateway.sql, transaction.merchantId, transaction.id, nextLookSeconds(ageSeconds))
}

/** Declines a payment after the provider has confirmed its reversal; a remaining charge is reversed. */
function endTakenBack(gateway: Gateway, transaction: Transaction, { attemptId }: Attempt): Promise<unknown> {
  const outcome = gatewayOutcome('1001', 'The answer of the provider could not be used; the charge was reversed.')
  const expected = transaction.awaiting as Awaiting
  return finalize(gateway, transaction, outcome, { expected, attemptId, reversalRequested: true })
}

/** Waits until the time limit, and then ends the transaction even without an answer. */
async function waitOn(gateway: Gateway, { transaction, expired, ageSeconds }: DueTransaction, attempt: Attempt) {
  if (expired) return expireWaiting(gateway, transaction, attempt)
  return scheduleCheck(gateway.sql, transaction.merchantId, transaction.id, nextLookSeconds(ageSeconds))
}

/** Logs an attempt that its provider may still execute, and may not be able to reverse. */
function expireWaiting(gateway: Gateway, transaction: Transaction, { attemptId, providerAccountId }: Attempt) {
  const { id: transactionId, transactionType: operation } = transaction
  if (operation === 'CAPTURE' || operation === 'VOID') {
    gateway.log.warn({ transactionId, attemptId, providerAccountId, operation }, 'follow-up expired without a result')
  }
  return expire(gateway, transaction, attemptId)
}

/**
 * Ends an attempt that its provider does not know, once it can no longer arrive. A charge that arrives anyway is
 * reversed; a recovery continues.
 */
async function giveUpLater(gateway: Gateway, transaction: Transaction, attempt: Attempt): Promise<unknown> {
  const seconds = await noteNotFound(gateway.sql, attempt)
  if (seconds < NOT_FOUND_HORIZON_SECONDS) {
    return scheduleCheck(gateway.sql, transaction.merchantId, transaction.id, UNKNOWN_LOOK_SECONDS)
  }
  const outcome = gatewayOutcome('1001', 'The provider never received the request; nothing was charged.')
  const { attemptId } = attempt
  const expected = 'provider-answer'
  const recovering = await recover(gateway, transaction, { attemptId, outcome, arrived: false }, expected)
  if (recovering) return recovering
  const stands = lastOutcome(transaction.data?.recovery) ?? outcome
  return finalize(gateway, transaction, stands, {
    expected,
    attemptId,
    attemptOutcome: outcome,
    reversalRequested: true,
  })
}

/** Less often with age: every 15 s for a payment of one minute, every hour for one of a day. */
function nextLookSeconds(ageSeconds: number): number {
  return Math.min(Math.max(1, ageSeconds / 4), LONGEST_LOOK_SECONDS)
}

function logFailure(gateway: Gateway, transaction: Transaction, error: unknown): void {
  gateway.log.error({ transactionId: transaction.id, err: error }, 'pending transaction not reconciled')
}
