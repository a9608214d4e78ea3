import type { Noun } from '../command.ts'

/** How the gateway fares (docs/reference/admin.md#system). */
export const system: Noun = {
  name: 'system',
  summary: 'How the gateway fares',
  commands: [
    {
      verb: 'show',
      summary: 'Show what waits for a worker, what is overdue and when the ledger was proven last',
      method: 'GET',
      asOperator: '/admin/system',
      examples: ['system show', 'system show --json'],
    },
  ],
}
