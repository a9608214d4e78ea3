import type { Noun } from '../command.ts'
import { MERCHANT, PAGING } from '../options.ts'

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
      options: [{ ...MERCHANT, why: "only this merchant's; everybody's if not said" }, ...PAGING],
      columns: ['created_at', 'actor', 'action', 'subject', 'changes'],
      examples: ['audit-log list --merchant <merchant_id>'],
    },
  ],
}
