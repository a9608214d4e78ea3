import { TollgateError } from './error.ts'
import type { WebhookEvent } from './event.ts'
import { fromMinorUnits } from './minor-units.ts'
import type { Transaction } from './schema.ts'
import type { Tollgate } from './tollgate.ts'

/** The part of the client that these functions call. */
type Gateway = Pick<Tollgate, 'transactionStatus' | 'listTransactions' | 'manage'>

type Kind = 'CAPTURE' | 'REFUND' | 'VOID'

const DONE: Readonly<Record<Kind, string>> = { CAPTURE: 'captured', REFUND: 'refunded', VOID: 'voided' }

/**
 * Captures until so much of a payment is captured, and nothing if it is already. After a lost answer call it again: no
 * amount is captured twice, regardless of the key or row that your books have for it.
 * @param total minor units: what your books call captured, with what is captured now
 * @throws TollgateError `not_moved`: refused, not confirmed yet, or more is captured than your books know of
 */
export function captureTo(tollgate: Gateway, id: string, total: bigint): Promise<void> {
  return bringTo(tollgate, id, 'CAPTURE', total)
}

/**
 * Refunds until so much of a payment is refunded, as `captureTo` captures.
 * @param total minor units: what your books call refunded, with what is refunded now
 * @throws TollgateError `not_moved`
 */
export function refundTo(tollgate: Gateway, id: string, total: bigint): Promise<void> {
  return bringTo(tollgate, id, 'REFUND', total)
}

/**
 * Gives back all of an approved payment that its shopper has not got back: voids what is held, refunds what is captured.
 * Repeatable. A payment that failed has nothing to give back.
 * @throws TollgateError `not_moved`: the shopper's money is still held or taken, so do not cancel the order
 */
export async function giveBack(tollgate: Gateway, id: string): Promise<void> {
  const { payment, followUps } = await booksOf(tollgate, id)
  if (payment.pending) throw notMoved('The payment is not confirmed yet. Try again when it is.')
  if (!payment.approved) return
  const {
    amount,
    captured_amount: captured = 0n,
    expired_amount: expired = 0n,
    disputed_amount: disputed = 0n,
  } = payment
  const voided = sum(followUps.filter(({ transaction_type, approved }) => transaction_type === 'VOID' && approved))
  const isHold = payment.transaction_type === 'AUTHORIZE'
  const held = isHold ? amount - captured - expired - voided : 0n
  if (held > 0n) await move(tollgate, payment, 'VOID', held, `void-${count(followUps, 'VOID')}`)
  if (isHold || voided === 0n) await refundTo(tollgate, id, captured - disputed)
}

/** True if a payment was voided or refunded, in part too, or is about to be: no order may be made of it. */
export async function isGivenBack(tollgate: Pick<Gateway, 'listTransactions'>, id: string): Promise<boolean> {
  for await (const { transaction_type, approved, pending } of tollgate.listTransactions({ parent_id: id }))
    if (transaction_type !== 'CAPTURE' && (approved || pending)) return true
  return false
}

/** The payment of a webhook, as the gateway has it now. Null unless it is approved. */
export async function paidBy(
  tollgate: Pick<Gateway, 'transactionStatus'>,
  event: WebhookEvent,
): Promise<Transaction | null> {
  if (event.event !== 'transaction.processed') return null
  const { transaction } = await tollgate.transactionStatus(event.payload.id)
  return transaction?.approved && transaction.parent_id === null ? transaction : null
}

async function bringTo(tollgate: Gateway, id: string, kind: 'CAPTURE' | 'REFUND', total: bigint): Promise<void> {
  const { payment, followUps } = await booksOf(tollgate, id)
  const { captured_amount: captured = 0n, refunded_amount: refunded = 0n } = payment
  const done = kind === 'CAPTURE' ? captured : refunded
  if (done > total) throw notMoved(surplus(kind, payment.currency, done, total))
  // A request whose answer was lost has this reference too; one that was declined has not, so it can be tried again.
  const reference = `${kind.toLowerCase()}-to-${total}-${count(followUps, kind)}`
  if (done < total) await move(tollgate, payment, kind, total - done, reference)
}

/** @throws TollgateError `not_moved` while a follow-up is in progress: what is left is not known */
async function booksOf(tollgate: Gateway, id: string) {
  const { transaction: payment } = await tollgate.transactionStatus(id)
  if (!payment) throw notMoved(`The gateway knows no payment ${id}. Is it of another realm?`)
  const followUps: Transaction[] = []
  for await (const followUp of tollgate.listTransactions({ parent_id: id })) followUps.push(followUp)
  const open = followUps.find(({ pending }) => pending)
  if (open) throw notMoved(`An earlier ${open.transaction_type.toLowerCase()} is not confirmed yet. ${TRY_AGAIN}`)
  return { payment, followUps }
}

const TRY_AGAIN = 'Try again in a minute.'

async function move(tollgate: Gateway, payment: Transaction, kind: Kind, amount: bigint, reference: string) {
  const { id, terminal_id, currency } = payment
  const record = await tollgate.manage({
    ...{ transaction_type: kind, terminal_id, currency, amount, reference: payment.reference },
    ...{ parent_transaction_id: id, follow_up_reference: reference },
  })
  if (record.approved) return
  if (record.pending) throw notMoved(`The ${kind.toLowerCase()} is not confirmed yet. ${TRY_AGAIN}`)
  const [problem] = record.errors
  const why = problem?.message ?? `${record.response_message} (${record.processing_code}).`
  throw notMoved(`Nothing was ${DONE[kind]}: ${why}`)
}

function surplus(kind: Kind, currency: string, done: bigint, total: bigint): string {
  const [more, fewer] = [done, total].map((amount) => `${fromMinorUnits(amount, currency)} ${currency}`)
  return `${more} is ${DONE[kind]} at the gateway, but only ${fewer} would be here: enter what is missing first.`
}

const sum = (records: readonly Transaction[]) => records.reduce((total, { amount }) => total + amount, 0n)
const count = (followUps: readonly Transaction[], kind: Kind) =>
  followUps.filter(({ transaction_type }) => transaction_type === kind).length

function notMoved(message: string): TollgateError {
  return new TollgateError('not_moved', message)
}
