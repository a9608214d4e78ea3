import { showSystem } from '#flows/admin/system.ts'
import { SystemRecord } from '#interface/system.ts'
import { get } from '../route.ts'
import { VERSION } from '../version.ts'

export const showSystemRoute = get('/admin/system', {
  guard: 'operator',
  tag: 'Admin: system',
  operation: 'showSystem',
  summary: 'Show the system status',
  description: 'Queues, overdue work and the last ledger verification.',
  shows: SystemRecord,
  handle: async (gateway) => {
    const system = await showSystem(gateway, VERSION)
    return { ...system, searchLagSeconds: Math.round(system.searchLagSeconds) }
  },
})
