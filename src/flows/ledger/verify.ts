import type { Sql } from '#store/connection/database.ts'
import {
  findBrokenSeals,
  findChangedContents,
  findProofDays,
  type ProofDays,
  sealDay,
} from '#store/ledger/ledger-seals.ts'
import { countVerified, type Discrepancy, type VerifiedCounts } from '#store/ledger/ledger-verification.ts'
import { everything, ofDays, type ProofScope } from '#store/ledger/proof-scope.ts'
import { inSnapshot, readByKey } from '#store/ledger/snapshot.ts'
import { findOldDifferences } from '#store/settlements/settlement-verification.ts'
import type { Gateway } from '../gateway.ts'
import { checksOf } from './checks.ts'

export interface Verification {
  readonly checked: VerifiedCounts
  readonly discrepancies: readonly (Discrepancy & { readonly check: string })[]
  /** Records and settlement files that disagree for more than a week; not looked for at night. */
  readonly differences: readonly Discrepancy[]
}

/** Current check, and the number of checks. */
export interface ProofStep {
  readonly check: string
  readonly number: number
  readonly of: number
}

/** Announces a check. @throws if the caller no longer waits */
type Step = (check: string) => void

/**
 * Verifies ledger, transactions and the simulators' ledgers on one snapshot inside the database, while payments
 * continue. If there is no discrepancy, it seals the closed days.
 * @param signal fires when the caller no longer waits
 * @param night days since 1970: verifies only the seals, what is not sealed, and a thirtieth of the sealed days
 */
export function proveLedger(
  { sql, alone, settings }: Gateway,
  signal: AbortSignal,
  began: (step: ProofStep) => void = () => undefined,
  night?: number,
): Promise<Verification> {
  const isUat = settings.realm === 'uat'
  const of = checksOf(isUat, true).length + 4
  let number = 0
  const step = (check: string) => {
    signal.throwIfAborted()
    number += 1
    began({ check, number, of })
  }
  step('count')
  return alone('ledger proof', async (own) => {
    const proof = async (snapshot: Sql) => {
      const days = await findProofDays(snapshot, night)
      return { days, verification: await verify(snapshot, days, isUat, step) }
    }
    const { days, verification } = await inSnapshot(own, proof, { sql, signal })
    for (const day of verification.discrepancies.length === 0 ? days.unsealed : []) {
      signal.throwIfAborted()
      await sealDay(own, day)
    }
    return verification
  })
}

async function verify(snapshot: Sql, { open, sealed }: ProofDays, isUat: boolean, step: Step): Promise<Verification> {
  const scopes = open ? [...sealed, open].map((days) => ofDays(snapshot, days)) : [everything(snapshot)]
  const discrepancies: Verification['discrepancies'][number][] = []
  const add = (check: string, found: readonly Discrepancy[]) =>
    discrepancies.push(...found.map((one) => ({ ...one, check })))
  if (open) await readByKey(snapshot)
  const checked = await countAll(snapshot, scopes)
  for (const [check, find] of checksOf(isUat, !open)) {
    step(check)
    for (const scope of scopes) add(check, await find(snapshot, scope))
  }
  step('differences')
  const differences = open ? [] : await findOldDifferences(snapshot)
  await readByKey(snapshot)
  step('sealed-day-differs-from-entries')
  for (const day of sealed) add('sealed-day-differs-from-entries', await findChangedContents(snapshot, day))
  step('seal-differs-from-chain')
  add('seal-differs-from-chain', await findBrokenSeals(snapshot))
  return { checked, discrepancies, differences }
}

async function countAll(snapshot: Sql, scopes: readonly ProofScope[]): Promise<VerifiedCounts> {
  const sum = { transactions: 0, entries: 0, charges: 0 }
  for (const scope of scopes) {
    const { transactions, entries, charges } = await countVerified(snapshot, scope)
    sum.transactions += transactions
    sum.entries += entries
    sum.charges += charges
  }
  return sum
}
