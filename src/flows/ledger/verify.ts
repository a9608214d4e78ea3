import type { Sql } from '#store/connection/database.ts'
import { findBrokenDays } from '#store/ledger/ledger-days.ts'
import {
  findBrokenSeals,
  findChangedContents,
  findProofDays,
  type ProofDays,
  sealDay,
} from '#store/ledger/ledger-seals.ts'
import {
  countVerified,
  type Discrepancy,
  findBrokenFollowUpSums,
  findBrokenHolds,
  findBrokenJournals,
  findBrokenTotals,
  MOST_DISCREPANCIES,
  type VerifiedCounts,
} from '#store/ledger/ledger-verification.ts'
import { everything, ofDays, type ProofScope } from '#store/ledger/proof-scope.ts'
import { inSnapshot, readByKey } from '#store/ledger/snapshot.ts'
import { findBrokenBank, findOldDifferences } from '#store/settlements/settlement-verification.ts'
import { findBrokenClearing, findUnapprovedCharges, findUnchargedApprovals } from '#store/simulators/verification.ts'
import type { Gateway } from '../gateway.ts'

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
  'clearing-differs-from-simulator': findBrokenClearing,
}

export interface Verification {
  readonly checked: VerifiedCounts
  readonly discrepancies: readonly (Discrepancy & { readonly check: string })[]
  /** Records and settlement files that disagree for more than a week; not compared at night. */
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
 * continue. Then seals the closed days of merchants without a discrepancy.
 * @param signal fires when the caller no longer waits
 * @param nights days since 1970: verifies only the seals, what is not sealed, and a thirtieth of the sealed days for each
 * @param found hears the result before days are sealed
 */
export function proveLedger(
  { sql, alone, settings }: Gateway,
  signal: AbortSignal,
  began: (step: ProofStep) => void = () => undefined,
  nights?: readonly number[],
  found: (verification: Verification) => Promise<void> = async () => undefined,
): Promise<Verification> {
  const checks = checksOf(settings.realm === 'uat')
  let number = 0
  const step = (check: string) => {
    signal.throwIfAborted()
    number += 1
    began({ check, number, of: checks.length + 4 })
  }
  step('count')
  return alone('ledger proof', async (own) => {
    const prove = async (snapshot: Sql) => {
      const days = await findProofDays(snapshot, nights)
      return { days, verification: await verify(snapshot, days, checks, step) }
    }
    const { days, verification } = await inSnapshot(own, prove, { sql, signal })
    await found(verification)
    const sound = soundOf(days.merchants, verification)
    for (const day of sound.length > 0 ? days.unsealed : []) {
      signal.throwIfAborted()
      await sealDay(own, day, sound)
    }
    return verification
  })
}

/** Merchants without a discrepancy; none if a list of a check may be cut off. */
function soundOf(merchants: readonly string[], { discrepancies }: Verification): readonly string[] {
  const lists = Object.values(Object.groupBy(discrepancies, ({ check }) => check))
  if (lists.some((found) => found!.length >= MOST_DISCREPANCIES)) return []
  const broken = new Set(discrepancies.map(({ merchantId }) => merchantId))
  return merchants.filter((merchantId) => !broken.has(merchantId))
}

export function checksOf(isUat: boolean): readonly [string, Check][] {
  return Object.entries({ ...CHECKS, ...(isUat ? BOOK_CHECKS : {}) })
}

async function verify(
  snapshot: Sql,
  { proved, sealed }: ProofDays,
  checks: readonly [string, Check][],
  step: (check: string) => void,
): Promise<Verification> {
  const scopes = proved?.map((days) => ofDays(snapshot, days)) ?? [everything(snapshot)]
  const discrepancies: Verification['discrepancies'][number][] = []
  const add = (check: string, found: readonly Discrepancy[]) =>
    discrepancies.push(...found.map((one) => ({ ...one, check })))
  if (proved) await readByKey(snapshot)
  const checked = { transactions: 0, entries: 0, charges: 0 }
  for (const scope of scopes) {
    const counts = await countVerified(snapshot, scope)
    for (const key of ['transactions', 'entries', 'charges'] as const) checked[key] += counts[key]
  }
  for (const [check, find] of checks) {
    step(check)
    // Clearing is a sum of all days.
    for (const scope of proved && find === findBrokenClearing ? [] : scopes) add(check, await find(snapshot, scope))
  }
  step('differences')
  const differences = proved ? [] : await findOldDifferences(snapshot)
  await readByKey(snapshot)
  step('sealed-day-differs-from-entries')
  for (const day of sealed) add('sealed-day-differs-from-entries', await findChangedContents(snapshot, day))
  step('seal-differs-from-chain')
  add('seal-differs-from-chain', await findBrokenSeals(snapshot))
  return { checked, discrepancies, differences }
}
