import { text } from '#app/config/kinds.ts'
import type { Noun, Option } from '../command.ts'
import { MERCHANT, PAGING, PERIOD } from '../options.ts'

const FILTERS: readonly Option[] = [
  { flags: '--actor <id>', field: 'actor', kind: text, why: 'only of this client or person' },
  { flags: '--action <action>', field: 'action', kind: text, why: 'such as terminal.changed' },
  { flags: '--subject <id>', field: 'subject', kind: text, why: 'only of what has this id' },
  ...PERIOD,
]

/** Who changed what (docs/reference/admin.md#audit-log). */
export const auditLog: Noun = {
  name: 'audit-log',
  summary: 'Who changed what',
  commands: [
    {
      verb: 'list',
      summary: 'List admin changes, newest first',
      method: 'GET',
      asOperator: '/admin/audit-log',
      options: [{ ...MERCHANT, why: "only this merchant's; everybody's if not said" }, ...FILTERS, ...PAGING],
      columns: ['created_at', 'actor', 'action', 'subject', 'changes'],
      examples: ['audit-log list --merchant <merchant_id>'],
    },
    {
      verb: 'own',
      summary: 'List what was changed of a merchant, as the merchant',
      method: 'GET',
      asMerchant: '/api/audit-log',
      options: [...FILTERS, ...PAGING],
      columns: ['created_at', 'actor', 'actor_kind', 'ip', 'action', 'subject', 'changes'],
      examples: ['audit-log own --action webhook-endpoint.secret-rotated'],
    },
  ],
}
