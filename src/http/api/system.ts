import { Type } from 'typebox'
import { type SystemOverview, showSystem } from '#flows/admin/system.ts'
import { Instant, NullableString } from '#interface/types.ts'
import { get } from '../route.ts'
import { VERSION } from '../version.ts'

const SystemAnswer = Type.Object({
  version: Type.String(),
  realm: Type.String(),
  due_deliveries: Type.Integer({ description: 'Due deliveries; at most 10,000 are counted.' }),
  oldest_due_delivery_at: NullableString,
  overdue_transactions: Type.Integer({ description: 'Payments past their deadline; should be none.' }),
  reversals_given_up: Type.Integer(),
  search_lag_seconds: Type.Integer({ description: 'Delay of the index for search and analytics.' }),
  open_circuits: Type.Array(Type.String(), { description: 'Provider accounts that do not respond.' }),
  last_ledger_proof: Type.Union([
    Type.Object({
      id: Type.String(),
      began_at: Instant,
      ended_at: NullableString,
      transactions: Type.Union([Type.Integer(), Type.Null()]),
      discrepancies: Type.Union([Type.Integer(), Type.Null()]),
    }),
    Type.Null(),
  ]),
})

function systemView(system: SystemOverview) {
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

export const showSystemRoute = get('/admin/system', {
  guard: 'operator',
  tag: 'Admin: system',
  operation: 'showSystem',
  summary: 'Show the system status',
  description: 'Queues, overdue work and the last ledger verification.',
  answers: { 200: SystemAnswer },
  handle: async (gateway) => ({ status: 200, json: systemView(await showSystem(gateway, VERSION)) }),
})
