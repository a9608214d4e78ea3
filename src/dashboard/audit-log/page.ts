import type { AuditEntry } from '#flows/admin/audit-log.ts'
import { type Html, html } from '#html/html.ts'
import { exportLinks } from '../parts/export-links.ts'
import { filters } from '../parts/filters.ts'
import { formatTime, sentenceCase } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { listedId, shortId } from '../parts/short-id.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

const PATH = '/dashboard/audit-log'

/** An entry with its changes in the words of the API. */
export interface ShownEntry {
  readonly entry: AuditEntry
  readonly changes: Readonly<Record<string, unknown>>
}

interface AuditLogView {
  readonly entries: readonly ShownEntry[]
  readonly filters: {
    readonly actor: string
    readonly action: string
    readonly subject: string
    readonly from: string
    readonly to: string
  }
  readonly exportHref: (format: string) => string
  readonly beside: PagerView
}

export function auditLogPage(caller: Viewer, view: AuditLogView): DashboardPageAnswer {
  const set = view.filters
  const body = html`${filters({
    path: PATH,
    filters: [
      { name: 'actor', label: 'Actor ID', value: set.actor },
      { name: 'action', label: 'Action', value: set.action },
      { name: 'subject', label: 'Object', value: set.subject },
      { name: 'from', label: 'From', value: set.from, type: 'date' },
      { name: 'to', label: 'To', value: set.to, type: 'date' },
    ],
  })}
${rowsOf(caller, view)}
${pager(view.beside)}`
  return dashboardPage(caller, {
    page: 'audit-log',
    title: 'Audit log',
    lead: 'Changes by your team, your servers and the gateway operator. Entries cannot be edited or deleted.',
    actions: exportLinks(view.exportHref),
    body,
  })
}

function rowsOf({ timeZone }: Viewer, { entries, filters: set, beside }: AuditLogView): Html {
  if (entries.length === 0) {
    if (Object.values(set).some(Boolean) || beside.newer !== undefined) return noMatch('entries', PATH)
    return statePanel({
      state: 'empty',
      heading: 'No changes yet',
      words: 'Changes will appear here.',
    })
  }
  const columns: readonly Column<ShownEntry>[] = [
    cell.title('action', 'Action', ({ entry }) => actionWords(entry.action)),
    cell.more('actor', 'Actor', ({ entry }) => actorOf(entry)),
    cell.more('subject', 'Object', ({ entry }) => subjectOf(entry)),
    cell.more('changes', 'Changes', ({ changes }) => changesOf(changes)),
    cell.more('ip', 'IP address', ({ entry }) => html`<span class="whole">${entry.ip ?? '–'}</span>`),
    cell.time('time', `Time (${timeZone})`, ({ entry }) => formatTime(entry.createdAt, timeZone, 'second')),
  ]
  return list({
    name: 'audit-log',
    caption: 'Audit log',
    columns: () => columns,
    rows: entries,
    idOf: ({ entry }) => entry.id,
  })
}

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
