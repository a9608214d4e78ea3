import type { Sql } from '#store/connection/database.ts'
import { findBrokenDays } from '#store/ledger/ledger-days.ts'
import {
  countVerified,
  type Discrepancy,
  findBrokenFollowUpSums,
  findBrokenHolds,
  findBrokenJournals,
  findBrokenTotals,
  type VerifiedCounts,
} from '#store/ledger/ledger-verification.ts'
import { inSnapshot } from '#store/ledger/snapshot.ts'
import { findBrokenBank, findOldDifferences } from '#store/settlements/settlement-verification.ts'
import { findBrokenClearing, findUnapprovedCharges, findUnchargedApprovals } from '#store/simulators/verification.ts'
import type { Gateway } from '../gateway.ts'

/** Invariants inside the gateway. */
const CHECKS = {
  'journal-differs-from-transaction': findBrokenJournals,
  'hold-differs-from-what-can-be-captured': findBrokenHolds,
  'sums-differ-from-follow-ups': findBrokenFollowUpSums,
  'accounts-differ-from-transactions': findBrokenTotals,
  'closed-day-differs-from-entries': findBrokenDays,
  'bank-differs-from-settlement-files': findBrokenBank,
} as const

/** Invariants between the gateway and the simulators, which have separate ledgers. */
const BOOK_CHECKS = {
  'approved-but-not-charged': findUnchargedApprovals,
  'charged-but-not-approved': findUnapprovedCharges,
  'clearing-differs-from-simulator': findBrokenClearing,
} as const

export interface Verification {
  readonly checked: VerifiedCounts
  readonly discrepancies: readonly (Discrepancy & { readonly check: string })[]
  /** Records and settlement files that disagree for more than a week. */
  readonly differences: readonly Discrepancy[]
}

/** Current check, and the number of checks. */
export interface ProofStep {
  readonly check: string
  readonly number: number
  readonly of: number
}

/**
 * Verifies ledger, transactions and the simulators' ledgers on one snapshot inside the database, while payments
 * continue.
 * @param signal fires when the caller no longer waits
 */
export function proveLedger(
  { sql, alone, settings }: Gateway,
  signal: AbortSignal,
  began: (step: ProofStep) => void = () => undefined,
): Promise<Verification> {
  const checks = Object.entries({ ...CHECKS, ...(settings.realm === 'uat' ? BOOK_CHECKS : {}) })
  const of = checks.length + 2
  const prove = async (snapshot: Sql) => {
    const checked = await countVerified(snapshot)
    const discrepancies: Verification['discrepancies'][number][] = []
    for (const [index, [check, find]] of checks.entries()) {
      signal.throwIfAborted()
      began({ check, number: index + 2, of })
      discrepancies.push(...(await find(snapshot)).map((found) => ({ ...found, check })))
    }
    began({ check: 'differences', number: of, of })
    return { checked, discrepancies, differences: await findOldDifferences(snapshot) }
  }
  began({ check: 'count', number: 1, of })
  return alone('ledger proof', (own) => inSnapshot(own, prove, { sql, signal }))
}
