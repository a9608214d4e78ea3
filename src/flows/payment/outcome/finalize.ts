import { authorizationSeconds } from '#domain/authorization-expiry.ts'
import { accountCapabilities } from '#domain/capabilities.ts'
import { calculateFee } from '#domain/fees.ts'
import { allowsSingleCapture } from '#domain/follow-up-support.ts'
import { newId } from '#domain/ids.ts'
import type { KeptJson } from '#domain/kept-text.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import { methodName } from '#domain/payment-methods.ts'
import { endRetry } from '#domain/retry.ts'
import { isFinal, nextStatus, type Status, transitionFor } from '#domain/status.ts'
import {
  type Awaiting,
  applyOutcomeToData,
  type KeptOutcome,
  keptOutcome,
  type Outcome,
  statusOf,
  type Transaction,
} from '#domain/transaction.ts'
import { isMarkedForReview } from '#domain/transaction-data.ts'
import { isOriginal, TRANSACTION_TYPES } from '#domain/transaction-type.ts'
import { eventsAfterTransaction } from '#events/further-events.ts'
import { paymentLinkCompleted } from '#events/payment-link-events.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import type { Sql } from '#store/connection/database.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { isStored } from '#store/customers/payment-methods.ts'
import { finishLinkPayment } from '#store/payment-links/link-payments.ts'
import { finishAndCloseSession } from '#store/sessions/close-session.ts'
import { findLatestAttempt, requestReversal } from '#store/transactions/attempts.ts'
import type { Ending, Finished } from '#store/transactions/endings.ts'
import { finishCaptureAndRest } from '#store/transactions/expiries.ts'
import { findParentMetadata } from '#store/transactions/transactions.ts'
import { keptTrace } from '#trace/index.ts'
import type { Gateway } from '../../gateway.ts'
import { currentAnswer } from './current-answer.ts'
import { finalExpiry } from './final-expiry.ts'
import { finishWithAgreement } from './finish-with-agreement.ts'

/**
 * The only way to a final status. One commit moves the transaction, records the attempt's answer, deletes the security
 * code, posts the journal and queues the event. Later callers get the first result; their approvals are reversed.
 * @param ending required state, and the attempt (null without a provider call); `account` sets the fee;
 * `reversalRequested` reverses a charge that arrives anyway; `attemptOutcome` if the attempt ended differently;
 * `closesSession` ends its session; `parentMetadata` of a follow-up, read by default
 */
export async function finalize(
  gateway: Gateway,
  transaction: Transaction,
  judgment: Outcome,
  ending: {
    readonly expected: Awaiting
    readonly attemptId: string | null
    readonly account?: ProviderAccount
    readonly reversalRequested?: true
    readonly attemptOutcome?: Outcome
    readonly closesSession?: boolean
    readonly parentMetadata?: KeptJson | null | undefined
  },
): Promise<NextStep> {
  const outcome = keptOutcome(judgment)
  const { attemptOutcome } = ending
  const ended = advance(await withWhatIsStored(gateway, transaction), outcome, gateway.clock.now(), attemptOutcome)
  const { parentMetadata = await findParentMetadata(gateway.sql, transaction) } = ending
  const event = { id: newId('evt'), text: transactionProcessed(ended, parentMetadata), traceparent: keptTrace() }
  const further = eventsAfterTransaction(ended)
  const { expected, attemptId, account, reversalRequested = false, closesSession = false } = ending
  const attempt =
    attemptId === null ? null : { attemptId, reversalRequested, outcome: attemptOutcome && keptOutcome(attemptOutcome) }
  const fee = feeFor(ended, account)
  const lasts = lifetimeOf(ended, outcome, account)
  const receiptTo = receiptRecipient(gateway, ended)
  const writes: Ending = { ended, expected, lasts, fee, attempt, event, further, receiptTo }
  const finished = await (closesSession
    ? finishAndCloseSession(gateway.sql, ended, (tx) => finishIn(tx, gateway, writes))
    : finish(gateway, writes, account))
  if (finished) {
    gateway.observer.transactionEnded(ended, account?.providerAccountId ?? null)
    return { kind: 'result', transaction: { ...ended, ...finished } }
  }

  const present = await currentAnswer(gateway, transaction.merchantId, transaction.id)
  const charged = ended.status === 'APPROVED' && attemptId
  if (charged && (await isUnwanted(gateway, present.transaction, attemptId))) {
    await requestReversal(gateway.sql, transaction.merchantId, attemptId)
  }
  return present
}

/** Recipient of a receipt of an approved original; undefined if no mail is sent. */
function receiptRecipient({ settings }: Gateway, { status, transactionType, customer }: Transaction) {
  const isDue = settings.mail && status === 'APPROVED' && isOriginal(transactionType)
  return (isDue && customer.email) || undefined
}

/** Lifetime of an approved authorization; null for everything else. */
function lifetimeOf(
  { transactionType, status, paymentMethod }: Transaction,
  outcome: Outcome,
  account?: ProviderAccount,
) {
  if (transactionType !== 'AUTHORIZE' || status !== 'APPROVED' || !account) return null
  const seconds = authorizationSeconds(account.settings, paymentMethod.brand)
  return { limit: outcome.authorizationLimit ?? null, seconds }
}

/** Finishes a transaction; an only capture together with the rest of the authorization that its provider releases. */
async function finish(gateway: Gateway, ending: Ending, account?: ProviderAccount): Promise<Finished | undefined> {
  const { ended } = ending
  if (ended.paymentLinkId !== null || ended.agreementId !== null)
    return retryOnDeadlock(() => gateway.sql.begin((tx) => finishIn(tx, gateway, ending)))
  if (ended.transactionType !== 'CAPTURE' || ended.status !== 'APPROVED' || !account)
    return gateway.writer.finish(ending)
  const means = accountCapabilities(gateway.providers, account, methodName(ended.paymentMethod))
  if (!allowsSingleCapture(means)) return gateway.writer.finish(ending)
  let expiry: Transaction | undefined
  const finished = await finishCaptureAndRest(gateway.sql, ending, (parent, parts) => {
    const final = finalExpiry(parent, parts, gateway.clock.now())
    expiry = final.transaction
    return final
  })
  if (finished && expiry) gateway.observer.transactionEnded(expiry, account.providerAccountId)
  return finished
}

/** Finishes a payment within a SQL transaction, with its agreement and its reservation at a link. */
function finishIn(tx: Sql, gateway: Gateway, ending: Ending): Promise<Finished | undefined> {
  const finishPayment = () => finishAlone(tx, gateway, ending)
  return ending.ended.agreementId === null ? finishPayment() : finishWithAgreement(gateway, tx, ending, finishPayment)
}

function finishAlone(tx: Sql, gateway: Gateway, ending: Ending): Promise<Finished | undefined> {
  const { paymentLinkId, updatedAt } = ending.ended
  if (paymentLinkId === null) return gateway.writer.finishIn(tx, ending)
  const { baseUrl } = gateway.settings
  return finishLinkPayment(tx, ending, paymentLinkId, (state) => paymentLinkCompleted(state, baseUrl, updatedAt))
}

/** True for a charge after another end, or from an attempt that a later one replaced. */
async function isUnwanted({ sql }: Gateway, present: Transaction, attemptId: string): Promise<boolean> {
  const { merchantId, id, status } = present
  const latest = await findLatestAttempt(sql, merchantId, id)
  if (latest?.attemptId !== attemptId) return true
  // While it is pending, the next inquiry finds the charge.
  return isFinal(status) && status !== 'APPROVED'
}

function feeFor(ended: Transaction, account: ProviderAccount | undefined): bigint {
  if (ended.status !== 'APPROVED') return 0n
  if (!account) throw new Error(`Transaction ${ended.id} was approved by no provider.`)
  return calculateFee(ended, account.settings)
}

/** A card deleted with its customer cannot be used again, so its token is not shown. */
async function withWhatIsStored({ sql }: Gateway, transaction: Transaction): Promise<Transaction> {
  const { merchantId, storedToken } = transaction
  if (storedToken === null || (await isStored(sql, merchantId, storedToken))) return transaction
  return { ...transaction, storedToken: null }
}

/** Transaction after its outcome, by the table of statuses. */
function advance(transaction: Transaction, outcome: KeptOutcome, at: Date, ofAttempt: Outcome = outcome): Transaction {
  const status = nextStatus(transaction.status, transitionFor(statusOf(outcome)))
  if (!status) throw new Error(`A transaction in ${transaction.status} cannot end with ${outcome.code}.`)
  const { code, responseMessage, approvalCode, referenceNumber, providerResponseCode, providerResponseMessage } =
    outcome
  const { networkTransactionId = null } = outcome
  const said = { approvalCode, referenceNumber, providerResponseCode, providerResponseMessage, networkTransactionId }
  const { kind, money } = TRANSACTION_TYPES[transaction.transactionType]
  const capturesNow = status === 'APPROVED' && kind === 'original' && money === 'in'
  return {
    ...transaction,
    status,
    processingCode: code,
    responseMessage,
    processingResult: { ...transaction.processingResult, ...said },
    paymentMethod: shownMethod(transaction, status),
    systan: outcome.traceNumber ?? transaction.systan,
    data: endRetry(applyOutcomeToData(transaction.data, outcome), status, ofAttempt),
    review: status === 'APPROVED' && isMarkedForReview(transaction.data) ? 'OPEN' : null,
    capturedAmount: capturesNow ? transaction.amount : transaction.capturedAmount,
    awaiting: null,
    shopperStep: null,
    updatedAt: at,
  }
}

/** An approved payment shows the token of the card it stored. */
function shownMethod({ paymentMethod, storedToken }: Transaction, status: Status): Transaction['paymentMethod'] {
  return status === 'APPROVED' && storedToken !== null ? { ...paymentMethod, token: storedToken } : paymentMethod
}
