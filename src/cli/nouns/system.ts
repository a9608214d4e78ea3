import type { CommandGroup } from '../command.ts'

/** How the gateway fares (docs/reference/admin.md#system). */
export const system: CommandGroup = {
  name: 'system',
  summary: 'System status',
  commands: [
    {
      verb: 'show',
      summary: 'Show queues, overdue work and the last ledger verification',
      method: 'GET',
      asOperator: '/admin/system',
      examples: ['system show', 'system show --json'],
    },
  ],
}
