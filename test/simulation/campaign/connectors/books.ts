import type { Book as AdyenBook, Modification, Payment } from '#test/adyen-sandbox/book.ts'
import type { BookedRefund, Intent, Book as StripeBook } from '#test/stripe-sandbox/book.ts'
import type { AttemptRow, ChargeRow, TransactionRow } from '../evidence.ts'
import type { Sandboxes } from './sandboxes.ts'

/** Names of the gateway. Only the books show which operations happened. */
interface Names {
  readonly transactions: readonly TransactionRow[]
  readonly attempts: readonly AttemptRow[]
}

type Line = Omit<ChargeRow, 'transactionId'> & Partial<Pick<ChargeRow, 'transactionId'>>

/** The providers' books as lines like those of the simulators' ledgers, one for each time that money was moved. */
export function readBooks({ stripe, adyen }: Pick<Sandboxes, 'stripe' | 'adyen'>, names: Names): ChargeRow[] {
  const owners = new Map(names.attempts.map(({ attemptId, transactionId }) => [attemptId, transactionId]))
  const ids = new Map(names.attempts.map(({ attemptId }) => [randomPartOf(attemptId), attemptId]))
  const ownerOf = (attemptId: string) => owners.get(attemptId) ?? ''
  const voids = namesOfVoids(names)
  const lines = [
    ...[...stripe.intents.values()].flatMap((intent) => intentLines(stripe, intent, voids)),
    ...[...stripe.refunds.values()].flatMap((refund) => refundLines(refund, voids)),
    ...adyen.payments.map((payment) => paymentLine(adyen, payment)),
    ...adyen.modifications.map((modification) => modificationLine(adyen, modification)),
  ]
  return lines
    .map((line) => ({ ...line, attemptId: ids.get(randomPartOf(line.attemptId)) ?? line.attemptId }))
    .map((line) => ({ transactionId: ownerOf(line.attemptId), ...line }))
}

/** Marks of captures at Stripe have no room for the group. */
function randomPartOf(attemptId: string): string {
  return attemptId.slice(attemptId.lastIndexOf('_') + 1)
}

interface Voids {
  has(attemptId: string): boolean
  /** Of a charge, by its attempt: the one that was approved, else any. */
  of(attemptId: string): string | undefined
}

/**
 * Distinguishes cancellations at Stripe, which do not name their order: a void if the gateway has one, else a reversal.
 */
function namesOfVoids({ transactions, attempts }: Names): Voids {
  const attemptOf = new Map(attempts.map(({ attemptId, transactionId }) => [transactionId, attemptId]))
  const all = transactions.filter(({ type }) => type === 'VOID')
  const byParent = Map.groupBy(all, ({ parentId }) => parentId)
  const own = new Set(all.map(({ id }) => attemptOf.get(id)))
  const owners = new Map(attempts.map(({ attemptId, transactionId }) => [attemptId, transactionId]))
  return {
    has: (attemptId) => own.has(attemptId),
    of(attemptId) {
      const tried = byParent.get(owners.get(attemptId) ?? '') ?? []
      const chosen = tried.find(({ status }) => status === 'APPROVED') ?? tried[0]
      return chosen && attemptOf.get(chosen.id)
    },
  }
}

function intentLines(book: StripeBook, intent: Intent, voids: Voids): Line[] {
  const { metadata, captureMethod, amount, status, charge, timesCharged } = intent
  const own = { accountId: 'stripe', currency: intent.currency.toUpperCase() }
  const attemptId = metadata.attempt_id!
  const voided = status === 'canceled' && charge ? voids.of(attemptId) : undefined
  const isGivenBack = book.refundsOf(intent).some((refund) => refund.metadata.reversal !== undefined)
  const isTakenBack = isGivenBack || (status === 'canceled' && voided === undefined)
  const operation = captureMethod === 'manual' ? 'AUTHORIZE' : 'PURCHASE'
  const line = { ...own, attemptId, operation, amount: BigInt(amount) }
  // Stripe keeps the name of the transaction, too: another attempt at it is found even where the gateway knows none.
  const { transaction_id: transactionId } = metadata
  const charging = { ...line, ...(transactionId !== undefined && { transactionId }) }
  const state = isTakenBack ? 'REVERSED' : 'CHARGED'
  return [
    ...Array.from({ length: timesCharged }, () => ({ ...charging, state })),
    ...(timesCharged === 0 ? [{ ...charging, state: 'REFUSED' }] : []),
    ...(charge?.captures ?? []).map((capture) => ({
      ...own,
      attemptId: capture.attemptId,
      operation: 'CAPTURE',
      amount: BigInt(capture.amount),
      state: 'CHARGED',
    })),
    ...(voided === undefined ? [] : [{ ...line, attemptId: voided, operation: 'VOID', state: 'CHARGED' }]),
  ]
}

function refundLines({ intent, metadata, amount, status }: BookedRefund, voids: Voids): Line[] {
  if (metadata.reversal !== undefined) return []
  const attemptId = metadata.attempt_id!
  const operation = voids.has(attemptId) ? 'VOID' : 'REFUND'
  const state = status === 'failed' ? 'REFUSED' : 'CHARGED'
  const currency = intent.currency.toUpperCase()
  return [{ accountId: 'stripe', attemptId, operation, amount: BigInt(amount), currency, state }]
}

const OPERATIONS: Readonly<Record<string, string>> = {
  CAPTURE: 'CAPTURE',
  REFUND: 'REFUND',
  CANCELLATION: 'VOID',
  CANCEL_OR_REFUND: 'VOID',
}

function paymentLine(book: AdyenBook, payment: Payment): Line {
  const { reference, operation, value, currency, isAuthorised } = payment
  const state = isAuthorised ? standingOf(book, payment) : 'REFUSED'
  return { accountId: 'adyen', attemptId: reference, operation, amount: BigInt(value), currency, state }
}

/** Treats cancellations and refunds beyond the merchant's orders as reversals of the gateway. */
function standingOf({ modifications }: AdyenBook, { pspReference, isCancelled, refunded }: Payment): string {
  const own = modifications.filter((one) => one.isDone && one.originalReference === pspReference)
  const ordered = own.filter(({ event }) => event !== 'CAPTURE').reduce((sum, { value }) => sum + value, 0)
  const isVoided = own.some(({ event }) => OPERATIONS[event] === 'VOID')
  return (isCancelled && !isVoided) || refunded > ordered ? 'REVERSED' : 'CHARGED'
}

function modificationLine({ payments }: AdyenBook, modification: Modification): Line {
  const { reference: attemptId, event, value, isDone, originalReference } = modification
  const { currency } = payments.find(({ pspReference }) => pspReference === originalReference)!
  const state = isDone ? 'CHARGED' : 'REFUSED'
  return { accountId: 'adyen', attemptId, operation: OPERATIONS[event]!, amount: BigInt(value), currency, state }
}
