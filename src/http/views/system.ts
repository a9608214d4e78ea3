import type { SystemOverview } from '#flows/admin/system.ts'

/** How the gateway as a whole fares (docs/reference/admin.md#system). */
export function systemView(system: SystemOverview) {
  const { lastProof } = system
  return {
    version: system.version,
    realm: system.realm,
    due_deliveries: system.dueDeliveries.count,
    oldest_due_delivery_at: system.dueDeliveries.oldestAt?.toISOString() ?? null,
    overdue_transactions: system.overdue,
    reversals_given_up: system.givenUpReversals,
    search_lag_seconds: Math.round(system.searchLagSeconds),
    open_circuits: system.openCircuits,
    last_ledger_proof: lastProof && {
      id: lastProof.proofId,
      began_at: lastProof.beganAt.toISOString(),
      ended_at: lastProof.endedAt?.toISOString() ?? null,
      transactions: lastProof.transactions,
      discrepancies: lastProof.discrepancies,
    },
  }
}
