import { countDueDeliveries, type DueDeliveries } from '#store/events/deliveries.ts'
import { findLastProof, type LedgerProof } from '#store/ledger/ledger-proofs.ts'
import { readSearchLag } from '#store/metrics/figures.ts'
import { countOverdue } from '#store/transactions/pending-transactions.ts'
import type { Gateway } from '../gateway.ts'
import { countReversalsToLookInto } from './given-up-reversals.ts'

export interface SystemOverview {
  readonly version: string
  readonly realm: string
  readonly dueDeliveries: DueDeliveries
  /** Unresolved payments. */
  readonly overdue: number
  readonly givenUpReversals: number
  /** Delay of searches and counts of payments. */
  readonly searchLagSeconds: number
  /** IDs of provider accounts that do not respond. */
  readonly openCircuits: readonly string[]
  /** The latest completed verification; null without one. */
  readonly lastProof: LedgerProof | null
}

/** Overview for operators. @param version of this program */
export async function showSystem(gateway: Gateway, version: string): Promise<SystemOverview> {
  const { sql, circuits, settings } = gateway
  const [dueDeliveries, overdue, givenUpReversals, searchLagSeconds, openCircuits, lastProof] = await Promise.all([
    countDueDeliveries(sql),
    countOverdue(sql),
    countReversalsToLookInto(gateway),
    readSearchLag(sql),
    circuits.openAccounts(),
    findLastProof(sql),
  ])
  const { realm } = settings
  const waiting = { dueDeliveries, overdue, givenUpReversals, searchLagSeconds }
  return { version, realm, ...waiting, openCircuits, lastProof: lastProof ?? null }
}
