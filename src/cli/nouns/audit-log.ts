import { text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { MERCHANT, PAGING, PERIOD } from '../options.ts'

const FILTERS: readonly Option[] = [
  { flags: '--actor <id>', field: 'actor', kind: text, description: 'ID of a client or user' },
  { flags: '--action <action>', field: 'action', kind: text, description: 'action, for example terminal.changed' },
  { flags: '--subject <id>', field: 'subject', kind: text, description: 'ID of the changed object' },
  ...PERIOD,
]

/** Commands of the audit log (docs/reference/admin.md#audit-log). */
export const auditLog: CommandGroup = {
  name: 'audit-log',
  summary: 'Audit log of changes',
  commands: [
    {
      verb: 'list',
      summary: 'List admin changes, newest first',
      method: 'GET',
      asOperator: '/admin/audit-log',
      options: [{ ...MERCHANT, description: 'merchant ID (default: all merchants)' }, ...FILTERS, ...PAGING],
      columns: ['created_at', 'actor', 'action', 'subject', 'changes'],
      examples: ['audit-log list --merchant <merchant_id>'],
    },
    {
      verb: 'own',
      summary: 'List changes to a merchant (merchant)',
      method: 'GET',
      asMerchant: '/api/audit-log',
      options: [...FILTERS, ...PAGING],
      columns: ['created_at', 'actor', 'actor_kind', 'ip', 'action', 'subject', 'changes'],
      examples: ['audit-log own --action webhook-endpoint.secret-rotated'],
    },
  ],
}
