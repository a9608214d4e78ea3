import type { ChargeRow, TransactionRow } from '../evidence.ts'
import type { TransactionHistory } from './transaction-history.ts'

/** Money moves only with an approval. */
const isLive = ({ state }: ChargeRow) => state === 'CHARGED'
const isExecuted = ({ status }: TransactionRow) => status !== 'INVALID'
/** An attempt of a session that is over without success makes room for another. */
const isOver = ({ sessionId, status }: TransactionRow) => sessionId !== null && !LIVE.has(status)
const LIVE: ReadonlySet<string> = new Set(['PENDING', 'APPROVED'])

/** An operation that was asked for eight times, or whose answer was lost, is charged once. */
export function chargedTwice({ journal, outcomes, chargesOf }: TransactionHistory): string[] {
  return journal.operations.flatMap(({ name }) => {
    const live = outcomes(name).flatMap(({ id }) => chargesOf(id).filter(isLive))
    return live.length > 1 ? [`${name} is charged ${live.length} times`] : []
  })
}

/** An operation makes one transaction; refused ones may be judged again. */
export function executedTwice({ journal, outcomes }: TransactionHistory): string[] {
  return journal.operations.flatMap(({ name }) => {
    const executed = outcomes(name).filter((each) => isExecuted(each) && !isOver(each))
    return executed.length > 1 ? [`${name} was executed as ${executed.map(({ id }) => id).join(' and ')}`] : []
  })
}

/** The simulators' ledgers and the books of Stripe and Adyen hold exactly what the gateway calls approved. */
export function ledgersDisagree({
  transactions,
  charges,
  transaction,
  attemptsOf,
  chargesOf,
}: TransactionHistory): string[] {
  // The gateway's own proof compares chargebacks with the cases of the simulators.
  const lapsed = ({ id, type }: TransactionRow) =>
    type === 'CHARGEBACK' || (type === 'AUTHORIZATION_EXPIRY' && attemptsOf(id).length === 0)
  const approved = transactions.filter((each) => each.status === 'APPROVED' && !lapsed(each))
  const uncharged = approved.filter((each) => !chargesOf(each.id).some(matches(each)))
  const unapproved = charges.filter((line) => isLive(line) && transaction(line.transactionId)?.status !== 'APPROVED')
  return [
    ...uncharged.map(({ id, type }) => `${type} ${id} is approved and not charged as such`),
    ...unapproved.map(({ transactionId, operation }) => `${operation} ${transactionId} is charged and not approved`),
  ]
}

function matches({ type, amount, currency }: TransactionRow): (line: ChargeRow) => boolean {
  const operation = type === 'AUTHORIZATION_EXPIRY' ? 'VOID' : type
  return (line) => isLive(line) && line.operation === operation && line.amount === amount && line.currency === currency
}

/** Finds charges at a provider without a recorded attempt. */
export function chargedWithoutIntent({ charges, attempt }: TransactionHistory): string[] {
  const unknown = charges.filter(({ attemptId }) => !attempt(attemptId))
  return unknown.map(({ attemptId }) => `the provider knows ${attemptId}, the gateway does not`)
}

/**
 * An attempt is left for the next only once its provider has declined it; on a later day also once the provider has said
 * that it never received it, and what came anyway is reversed.
 */
export function leftWhileUnknown({ attempts, attemptsOf, chargesOf, transaction }: TransactionHistory): string[] {
  const left = attempts.filter(({ transactionId, number }) => number < attemptsOf(transactionId).length)
  return left.flatMap(({ attemptId, transactionId, code }) => {
    const line = chargesOf(transactionId).find((each) => each.attemptId === attemptId)
    const over = transaction(transactionId)?.recovers && code === '1001' ? LEFT_AFTER_DAYS : LEFT
    const isDeclined = code !== null && (line === undefined || over.has(line.state))
    return isDeclined ? [] : [`${transactionId} went on although ${attemptId} stands as ${line?.state ?? 'unknown'}`]
  })
}

const LEFT: ReadonlySet<string> = new Set(['REFUSED'])
const LEFT_AFTER_DAYS: ReadonlySet<string> = new Set(['REFUSED', 'BARRED', 'REVERSED'])

/** Captured never exceeds authorized, refunded never exceeds captured, a void excludes both; and the record says so. */
export function sumsBroken(history: TransactionHistory): string[] {
  return history.transactions.flatMap((original) => {
    const { id, amount, type, status, capturedAmount, refundedAmount, capturingAmount, refundingAmount } = original
    if (original.parentId !== null || status !== 'APPROVED' || type === 'PAYOUT') return []
    const sum = (kind: string) => approvedSum(history, id, kind)
    const [captures, refunds, voids] = [sum('CAPTURE'), sum('REFUND'), sum('VOID')]
    const expired = sum('AUTHORIZATION_EXPIRY')
    const captured = type === 'AUTHORIZE' ? captures : amount
    const counted = voids > 0n ? 0n : captured
    return [
      ...(captures > amount ? [`${id} captured ${captures} of ${amount}`] : []),
      ...(captures + expired > amount ? [`${id} captured ${captures} and expired by ${expired} of ${amount}`] : []),
      ...(voids > 0n && expired > 0n ? [`${id} is voided and expired`] : []),
      ...(original.expiredAmount !== expired ? [`${id} says ${original.expiredAmount} expired, not ${expired}`] : []),
      ...(refunds > captured ? [`${id} refunded ${refunds} of ${captured}`] : []),
      ...(voids > 0n && captures + refunds > 0n ? [`${id} is voided and was captured or refunded`] : []),
      ...(capturedAmount !== counted ? [`${id} says ${capturedAmount} captured, its follow-ups ${counted}`] : []),
      ...(refundedAmount !== refunds ? [`${id} says ${refundedAmount} refunded, its follow-ups ${refunds}`] : []),
      ...(capturingAmount + refundingAmount > 0n ? [`${id} still reserves for follow-ups`] : []),
    ]
  })
}

/** Uses the record and the provider's ledger: the ledger alone could hide a follow-up that was never charged. */
function approvedSum({ followUps, chargesOf }: TransactionHistory, parentId: string, kind: string): bigint {
  const own = followUps(parentId).filter(({ type }) => type === kind)
  return total(own.filter(({ id, status }) => status === 'APPROVED' || chargesOf(id).some(isLive)))
}

function total(items: readonly { readonly amount: bigint }[]): bigint {
  return items.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Finds recorded amounts that differ from the ordered ones. */
export function amountsChanged({ journal, outcomes }: TransactionHistory): string[] {
  return journal.operations.flatMap(({ name, kind, amount }) => {
    const changed = outcomes(name).filter((each) => each.type !== kind || each.amount !== BigInt(amount))
    return changed.map((each) => `${name} wanted ${kind} ${amount} and became ${each.type} ${each.amount}`)
  })
}

/** The gateway's own proof: ledger, transactions and the simulators' ledgers say the same. */
export function ledgerBroken({ ledgerProblems }: TransactionHistory): string[] {
  return [...ledgerProblems]
}
