import { showAuditLog } from '#flows/admin/audit-log.ts'
import { AuditLogList, AuditLogQuery, OwnAuditLogQuery } from '../contract/audit-log.ts'
import { route } from '../route.ts'
import { auditEntryView } from '../views/audit-log.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { periodOf } from './common/period.ts'

export const auditLogRoute = route({
  method: 'GET',
  path: '/admin/audit-log',
  guard: 'operator',
  tag: 'Admin: audit log',
  operation: 'adminListAuditLog',
  summary: 'List changes of all merchants',
  query: AuditLogQuery,
  answers: { 200: AuditLogList },
  handle: async (gateway, { query }) => {
    const filter = { ...filterOf(query), merchantId: query.merchant_id }
    return { status: 200, json: listView(await showAuditLog(gateway, filter, limitOf(query)), auditEntryView) }
  },
})

export const ownAuditLogRoute = route({
  method: 'GET',
  path: '/api/audit-log',
  guard: 'merchant',
  tag: 'Audit log',
  operation: 'listAuditLog',
  summary: 'List changes, newest first',
  description: 'Changes by your team, your servers and the gateway operator. Entries cannot be edited or deleted.',
  query: OwnAuditLogQuery,
  answers: { 200: AuditLogList },
  handle: async (gateway, { caller, query }) => {
    const filter = { ...filterOf(query), merchantId: caller.merchantId }
    return { status: 200, json: listView(await showAuditLog(gateway, filter, limitOf(query)), auditEntryView) }
  },
})

function filterOf(query: OwnAuditLogQuery) {
  const { actor, action, subject } = query
  return { actor, action, subject, ...periodOf(query), after: positionOf(query) }
}
