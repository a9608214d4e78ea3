import { Type } from 'typebox'
import { showAuditLog } from '#flows/admin/audit-log.ts'
import { exportAuditLog } from '#flows/admin/export-audit-log.ts'
import { auditLogCsv, changesView } from '#http/api/audit-log.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import {
  buildUrl,
  checkedPeriodOfDays,
  DASHBOARD_PAGE_SIZE,
  DayRange,
  pageLinks,
  periodOfDays,
  QueryText,
  trimOrUndefined,
} from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { auditLogPage } from './page.ts'

const PATH = '/dashboard/audit-log'
const FILTERS = { actor: QueryText, action: QueryText, subject: QueryText, ...DayRange }

type Query = { readonly [Name in keyof typeof FILTERS]?: string }

function filterOf(caller: PersonCaller, { actor, action, subject, ...days }: Query) {
  return {
    merchantId: requireMerchant(caller),
    actor: trimOrUndefined(actor),
    action: trimOrUndefined(action),
    subject: trimOrUndefined(subject),
    ...periodOfDays(caller.timeZone, days),
  }
}

const auditLogRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'audit.read',
  summary: 'Audit log',
  query: Type.Object({ ...FILTERS, cursor: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const filter = { ...filterOf(caller, query), after: positionOf(query) }
    const { items, next } = await showAuditLog(gateway, filter, DASHBOARD_PAGE_SIZE)
    const { cursor: _, actor = '', action = '', subject = '', from = '', to = '' } = query
    return auditLogPage(caller, {
      entries: items.map((entry) => ({ entry, changes: changesView(entry.changes) })),
      filters: { actor, action, subject, from, to },
      exportHref: (format) => buildUrl(`${PATH}.csv`, { actor, action, subject, from, to, format }),
      beside: pageLinks(PATH, query, next),
    })
  },
})

const exportRoute = route({
  method: 'GET',
  path: `${PATH}.csv`,
  guard: 'person',
  permission: 'audit.read',
  summary: 'Export of the audit log',
  query: Type.Object({ ...FILTERS, format: QueryText }),
  handle: async (gateway, { caller, query: { format, ...query } }) => {
    const filter = { ...filterOf(caller, query), ...checkedPeriodOfDays(caller.timeZone, query) }
    return csvAnswer('audit-log.csv', auditLogCsv(csvFormatOf(format), exportAuditLog(gateway, filter)))
  },
})

export const auditLogRoutes = [auditLogRoute, exportRoute]
