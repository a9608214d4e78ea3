import type { Sql } from '#store/connection/database.ts'
import { findBrokenDays } from '#store/ledger/ledger-days.ts'
import {
  type Discrepancy,
  findBrokenFollowUpSums,
  findBrokenHolds,
  findBrokenJournals,
  findBrokenTotals,
} from '#store/ledger/ledger-verification.ts'
import type { ProofScope } from '#store/ledger/proof-scope.ts'
import { findBrokenBank } from '#store/settlements/settlement-verification.ts'
import { findBrokenClearing, findUnapprovedCharges, findUnchargedApprovals } from '#store/simulators/verification.ts'

type Check = (snapshot: Sql, scope: ProofScope) => Promise<Discrepancy[]>

/** Invariants inside the gateway. */
const CHECKS: Readonly<Record<string, Check>> = {
  'journal-differs-from-transaction': findBrokenJournals,
  'hold-differs-from-what-can-be-captured': findBrokenHolds,
  'sums-differ-from-follow-ups': findBrokenFollowUpSums,
  'accounts-differ-from-transactions': findBrokenTotals,
  'closed-day-differs-from-entries': findBrokenDays,
  'bank-differs-from-settlement-files': findBrokenBank,
}

/** Invariants between the gateway and the simulators, which have separate ledgers. */
const BOOK_CHECKS: Readonly<Record<string, Check>> = {
  'approved-but-not-charged': findUnchargedApprovals,
  'charged-but-not-approved': findUnapprovedCharges,
}

/** Sums over all days. */
const TOTAL_BOOK_CHECKS: Readonly<Record<string, Check>> = { 'clearing-differs-from-simulator': findBrokenClearing }

/** @param isComplete false to verify some days only */
export function checksOf(isUat: boolean, isComplete: boolean): readonly (readonly [string, Check])[] {
  const book = isComplete ? { ...BOOK_CHECKS, ...TOTAL_BOOK_CHECKS } : BOOK_CHECKS
  return Object.entries({ ...CHECKS, ...(isUat ? book : {}) })
}
