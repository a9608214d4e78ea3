import { showSystem } from '#flows/admin/system.ts'
import { SystemRecord } from '#interface/system.ts'
import { answer, get } from '../route.ts'
import { VERSION } from '../version.ts'

export const showSystemRoute = get('/admin/system', {
  guard: 'operator',
  tag: 'Admin: system',
  operation: 'showSystem',
  summary: 'Show the system status',
  description: 'Queues, overdue work and the last ledger verification.',
  answers: { 200: SystemRecord },
  handle: async (gateway) => {
    const system = await showSystem(gateway, VERSION)
    return answer(SystemRecord.of({ ...system, searchLagSeconds: Math.round(system.searchLagSeconds) }))
  },
})
