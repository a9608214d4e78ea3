import { showAuditLog } from '#flows/admin/audit-log.ts'
import { AuditLogList, AuditLogQuery } from '../contract/admin.ts'
import { route } from '../route.ts'
import { auditEntryView } from '../views/admin.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

export const auditLogRoute = route({
  method: 'GET',
  path: '/admin/audit-log',
  guard: 'operator',
  tag: 'Admin: audit log',
  summary: 'List admin changes',
  query: AuditLogQuery,
  answers: { 200: AuditLogList },
  handle: async (gateway, { query }) => {
    const page = await showAuditLog(gateway, query.merchant_id, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, auditEntryView) }
  },
})
