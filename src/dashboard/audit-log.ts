import { Type } from 'typebox'
import { type AuditEntry, showAuditLog } from '#flows/admin/audit-log.ts'
import { exportAuditLog } from '#flows/admin/export-audit-log.ts'
import { type Html, html } from '#html/html.ts'
import { auditLogCsv } from '#http/api/audit-log.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { get } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { changesView } from '#interface/audit-entry.ts'
import { formatTime, sentenceCase } from './parts/format.ts'
import { exportLinks } from './parts/list.ts'
import { listedId, shortId } from './parts/short-id.ts'
import { buildUrl, checkedPeriodOfDays, periodOfDays, textFields, trimOrUndefined } from './shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, FROM, listing, TO } from './shell/listing.ts'
import { requireMerchant, type Texts } from './shell/screen.ts'

const PATH = '/dashboard/audit-log'

function filterOf(caller: PersonCaller, { actor, action, subject, from, to }: Texts) {
  return {
    merchantId: requireMerchant(caller),
    actor: trimOrUndefined(actor),
    action: trimOrUndefined(action),
    subject: trimOrUndefined(subject),
    ...periodOfDays(caller.timeZone, { from, to }),
  }
}

const auditLog = listing({
  path: PATH,
  permission: 'audit.read',
  summary: 'Audit log',
  page: 'audit-log',
  title: 'Audit log',
  noun: 'entries',
  lead: () => 'Changes by your team, your servers and the gateway operator. Entries cannot be edited or deleted.',
  filters: { actor: 'Actor ID', action: 'Action', subject: 'Object', from: FROM, to: TO },
  read: (gateway, { caller }, chosen, after) =>
    showAuditLog(gateway, { ...filterOf(caller, chosen), after }, DASHBOARD_PAGE_SIZE),
  actions: (_caller, { set }) => exportLinks((format) => buildUrl(`${PATH}.csv`, { ...set, format })),
  rows: ({ timeZone }) => ({
    caption: 'Audit log',
    idOf: ({ id }) => id,
    columns: (cell) => [
      cell.title('action', 'Action', ({ action }) => actionWords(action)),
      cell.more('actor', 'Actor', actorOf),
      cell.more('subject', 'Object', subjectOf),
      cell.more('changes', 'Changes', ({ changes }) => changesOf(changesView(changes))),
      cell.more('ip', 'IP address', ({ ip }) => html`<span class="whole">${ip ?? '–'}</span>`),
      cell.time('time', `Time (${timeZone})`, ({ createdAt }) => formatTime(createdAt, timeZone, 'second')),
    ],
  }),
  none: () => ({ heading: 'No changes yet', words: 'Changes will appear here.' }),
})

/** `webhook-endpoint.secret-rotated`: Webhook endpoint: secret rotated. */
function actionWords(action: string): string {
  const [subject = '', deed = ''] = action.split('.', 2)
  return `${sentenceCase(subject)}: ${sentenceCase(deed).toLowerCase()}`
}

function actorOf({ actor, actorName, actorKind }: AuditEntry): Html {
  if (actorKind === 'merchant') return html`Your server <span class="hint">${shortId(actor)}</span>`
  const kind = { operator: 'operator', person: 'user', system: 'gateway' }[actorKind ?? 'operator']
  return html`<span class="breaks">${actorName ?? (actorKind === 'system' ? actor : shortId(actor))}</span> <span class="hint">${kind}</span>`
}

/** An ID, or the path of a page. */
function subjectOf({ subject }: AuditEntry): Html {
  return subject.includes('/') ? html`<code translate="no" class="breaks">${subject}</code>` : listedId(subject)
}

function changesOf(changes: Readonly<Record<string, unknown>>): Html | string {
  const entries = Object.entries(changes)
  if (entries.length === 0) return '–'
  return html`<code translate="no" class="breaks">${entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(' · ')}</code>`
}

const exportRoute = get(`${PATH}.csv`, {
  guard: 'person',
  permission: 'audit.read',
  summary: 'Export of the audit log',
  query: Type.Object(textFields('actor', 'action', 'subject', 'from', 'to', 'format')),
  handle: async (gateway, { caller, query: { format, ...query } }) => {
    const filter = { ...filterOf(caller, query), ...checkedPeriodOfDays(caller.timeZone, query) }
    return csvAnswer('audit-log.csv', auditLogCsv(csvFormatOf(format), exportAuditLog(gateway, filter)))
  },
})

export const auditLogRoutes = [auditLog.route, exportRoute]
