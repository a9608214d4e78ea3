import { needsAuthentication } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import { decideRisk, isBlockedUncounted, type RiskVerdict, riskDataOf } from '#domain/rules/decide-risk.ts'
import type { RiskData } from '#domain/rules/rule.ts'
import { gatewayOutcome, type Transaction } from '#domain/transaction.ts'
import type { TransactionData } from '#domain/transaction-data.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { countPayment, uncountPayment } from '#store/rules/counted-payments.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import { finalize } from '../outcome/finalize.ts'
import { type Counting, countingOf, countsOf } from './counting.ts'
import { paymentFacts } from './payment-facts.ts'
import type { PreparedPayment } from './record-intent.ts'

/** Judged payment. Disposing removes it from the counters, unless its count is kept. */
export interface JudgedPayment extends AsyncDisposable {
  readonly intent: Pick<PreparedPayment, 'transaction'>
  /** Code of its decline; null unless a list or a rule blocks it. */
  readonly block: ProcessingCode | null
  readonly keepCount: () => void
}

/**
 * Judges a payment by its merchant's risk rules, before its intent (docs/reference/rules.md#order). It counts from here
 * on, so that concurrent payments see each other.
 * @param method its name, as terminals have it
 * @param listed final decision of a list; an allowed payment is counted as any other
 */
export async function judgeRisk(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  method: string,
  { transaction, instrument }: PreparedPayment,
  listed?: RiskData,
): Promise<JudgedPayment> {
  const { rules } = snapshot
  const isBlocked = listed?.decision === 'BLOCK'
  if (isBlocked || rules.risk.version === 0 || transaction.transactionType === 'PAYOUT') {
    return { ...UNCOUNTED, intent: { transaction: withRisk(transaction, listed) }, block: isBlocked ? '4100' : null }
  }
  const facts = await paymentFacts(gateway, snapshot, method, { transaction, instrument })
  const isCounted = listed !== undefined || !isBlockedUncounted(rules.risk.rules, facts)
  const counting = isCounted ? countingOf(gateway, transaction.merchantId, rules.risk.rules, facts) : NOTHING
  const counted = await count(gateway, snapshot, transaction, counting)
  if (listed) return { ...counted, intent: { transaction: withRisk(transaction, listed) }, block: null }
  const verdict = decideRisk(rules.risk.rules, facts, counted.counts)
  const data = dataWith(transaction.data, verdict, rules.risk.version, needsAuthentication(instrument))
  return { ...counted, intent: { transaction: { ...transaction, data } }, block: blockOf(verdict) }
}

const UNCOUNTED = { keepCount: () => {}, [Symbol.asyncDispose]: async () => {} }

function withRisk(transaction: Transaction, risk: RiskData | undefined): Transaction {
  return risk ? { ...transaction, data: { ...transaction.data, risk } } : transaction
}

/** Counts the payment if its merchant's rules have counters. */
async function count(gateway: Gateway, snapshot: ConfigSnapshot, transaction: Transaction, counting: Counting) {
  const { merchantId, id, amount, currency, instrumentHash: card } = transaction
  const payment = { merchantId, id, at: merchantTime(gateway, snapshot), amount, currency, card }
  const { keys, asked } = counting
  let isKept = asked.length === 0
  const counts = isKept ? [] : await retryOnDeadlock(() => countPayment(gateway.sql, payment, keys, asked))
  return {
    counts: countsOf(counting, counts),
    keepCount: () => {
      isKept = true
    },
    [Symbol.asyncDispose]: async () => {
      if (!isKept) await uncountPayment(gateway.sql, payment, keys)
    },
  }
}

const NOTHING: Counting = { keys: [], asked: [] }

/** A challenge replaces the merchant's preference for 3-D Secure. */
function dataWith(
  data: TransactionData | null,
  verdict: RiskVerdict,
  version: number,
  canChallenge: boolean,
): TransactionData {
  const isChallenged = canChallenge && verdict.matched.some(({ action }) => action === 'CHALLENGE')
  const threeDs = { challenge: 'MANDATED', exemption: null } as const
  return { ...data, ...(isChallenged && { threeDs }), risk: riskDataOf(verdict, version, canChallenge) }
}

function blockOf({ decision, isByCounter }: RiskVerdict): ProcessingCode | null {
  if (decision !== 'BLOCK') return null
  return isByCounter ? '4200' : '4101'
}

/** Declines a blocked payment before a provider is called; its shopper does not learn why. */
export function declineBlocked(
  gateway: Gateway,
  { transaction, attemptId }: ActiveAttempt,
  code: ProcessingCode,
): Promise<NextStep> {
  const outcome = gatewayOutcome(code, 'The payment was declined.')
  return finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId })
}
