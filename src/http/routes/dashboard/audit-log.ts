import { Type } from 'typebox'
import { showAuditLog } from '#flows/admin/audit-log.ts'
import { exportAuditLog } from '#flows/admin/export-audit-log.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { csvFormatOf } from '../../contract/csv.ts'
import { auditLogPage } from '../../pages/dashboard/audit-log-page.ts'
import { route } from '../../route.ts'
import { auditLogCsv, changesView } from '../../views/audit-log.ts'
import { csvAnswer } from '../common/csv-answer.ts'
import { positionOf } from '../common/paging.ts'
import { addressOf, beside, Days, Part, periodOfDays, ROWS, typed } from './asked.ts'
import { merchantOf } from './of-merchant.ts'

const PATH = '/dashboard/audit-log'
const FILTERS = { actor: Part, action: Part, subject: Part, ...Days }

type Query = { readonly [Name in keyof typeof FILTERS]?: string }

function filterOf(caller: PersonCaller, { actor, action, subject, ...days }: Query) {
  return {
    merchantId: merchantOf(caller),
    actor: typed(actor),
    action: typed(action),
    subject: typed(subject),
    ...periodOfDays(caller.timeZone, days),
  }
}

const auditLogRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'audit.read',
  summary: 'Audit log',
  query: Type.Object({ ...FILTERS, cursor: Part }),
  handle: async (gateway, { caller, query }) => {
    const filter = { ...filterOf(caller, query), after: positionOf(query) }
    const { items, next } = await showAuditLog(gateway, filter, ROWS)
    const { cursor: _, actor = '', action = '', subject = '', from = '', to = '' } = query
    return auditLogPage(caller, {
      entries: items.map((entry) => ({ entry, changes: changesView(entry.changes) })),
      filters: { actor, action, subject, from, to },
      exportHref: (format) => addressOf(`${PATH}.csv`, { actor, action, subject, from, to, format }),
      beside: beside(PATH, query, next),
    })
  },
})

const exportRoute = route({
  method: 'GET',
  path: `${PATH}.csv`,
  guard: 'person',
  permission: 'audit.read',
  summary: 'Export of the audit log',
  query: Type.Object({ ...FILTERS, format: Part }),
  handle: async (gateway, { caller, query: { format, ...query } }) =>
    csvAnswer('audit-log.csv', auditLogCsv(csvFormatOf(format), exportAuditLog(gateway, filterOf(caller, query)))),
})

export const auditLogRoutes = [auditLogRoute, exportRoute]
