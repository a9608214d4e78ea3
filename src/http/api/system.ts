import { type SystemOverview, showSystem } from '#flows/admin/system.ts'
import { SystemRecord } from '#interface/system.ts'
import { answer, get } from '../route.ts'
import { VERSION } from '../version.ts'

function systemView({ dueDeliveries, lastProof, ...system }: SystemOverview) {
  return SystemRecord.of({
    ...system,
    dueDeliveries: dueDeliveries.count,
    oldestDueDeliveryAt: dueDeliveries.oldestAt,
    overdueTransactions: system.overdue,
    reversalsGivenUp: system.givenUpReversals,
    searchLagSeconds: Math.round(system.searchLagSeconds),
    lastLedgerProof: lastProof,
  })
}

export const showSystemRoute = get('/admin/system', {
  guard: 'operator',
  tag: 'Admin: system',
  operation: 'showSystem',
  summary: 'Show the system status',
  description: 'Queues, overdue work and the last ledger verification.',
  answers: { 200: SystemRecord },
  handle: async (gateway) => answer(systemView(await showSystem(gateway, VERSION))),
})
