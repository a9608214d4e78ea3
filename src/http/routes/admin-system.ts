import { showSystem } from '#flows/admin/system.ts'
import { SystemAnswer } from '../contract/system.ts'
import { route } from '../route.ts'
import { VERSION } from '../version.ts'
import { systemView } from '../views/system.ts'

export const showSystemRoute = route({
  method: 'GET',
  path: '/admin/system',
  guard: 'operator',
  tag: 'Admin: system',
  operation: 'showSystem',
  summary: 'Show the system status',
  description: 'Queues, overdue work and the last ledger verification.',
  answers: { 200: SystemAnswer },
  handle: async (gateway) => ({ status: 200, json: systemView(await showSystem(gateway, VERSION)) }),
})
