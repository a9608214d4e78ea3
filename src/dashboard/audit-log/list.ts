import { Type } from 'typebox'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit-actions.ts'
import { type AuditEntry, showAuditLog } from '#flows/admin/audit-log.ts'
import { exportAuditLog } from '#flows/admin/export-audit-log.ts'
import { type Html, html } from '#html/html.ts'
import { auditLogCsv } from '#http/api/audit-log.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { get } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { changesView } from '#interface/audit-entry.ts'
import { formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { buildUrl, exportLinks } from '../parts/list.ts'
import { factList, shortId } from '../parts/sheet.ts'
import { checkedPeriodOfDays, periodOfDays, textFields, trimOrUndefined } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, FROM, listing, TO } from '../shell/listing.ts'
import { requireMerchant, type Texts } from '../shell/screen.ts'
import { type Names, readPeople, readThings, SENTENCES, subjectOf } from './sentences.ts'

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

const ACTIONS = Object.entries(AUDIT_ACTIONS).toSorted(([, one], [, other]) => one.localeCompare(other))

const auditLog = listing({
  path: PATH,
  permission: 'audit.read',
  title: 'Audit log',
  noun: 'entries',
  lead: () => 'Changes by your team, your servers and the gateway operator. Entries cannot be edited or deleted.',
  filters: { actor: 'Person', action: 'Action', subject: 'Object ID', from: FROM, to: TO },
  read: async (gateway, { caller, merchantId }, chosen, after) => {
    const [page, people, things] = await Promise.all([
      showAuditLog(gateway, { ...filterOf(caller, chosen), after }, DASHBOARD_PAGE_SIZE),
      readPeople(gateway, merchantId),
      readThings(gateway, merchantId),
    ])
    const choices = { actor: peopleAmong(page.items, people, chosen.actor), action: ACTIONS }
    return { ...page, choices, names: new Map([...people, ...things]) }
  },
  actions: (_caller, { set }) => exportLinks((format) => buildUrl(`${PATH}.csv`, { ...set, format })),
  rows: (caller, { names }) => ({
    caption: 'Audit log',
    idOf: ({ id }) => id,
    columns: (cell) => [
      { ...cell.title('action', 'What', (entry) => sentenceOf(caller, entry, names)), also: details },
      cell.more('actor', 'Who', (entry) => actorOf(entry, names)),
      cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
    ],
  }),
  none: () => ({ heading: 'No changes yet', words: 'Changes will appear here.' }),
})

/** Members, other actors of this page, and the chosen one. */
function peopleAmong(items: readonly AuditEntry[], people: Names, chosen: string | undefined) {
  const acting = items
    .filter(({ actorKind }) => actorKind === 'person')
    .map(({ actor, actorName }) => [actor, actorName])
  const members = [...people].filter(([id]) => !id.startsWith('inv_'))
  const names = new Map([...(chosen ? [[chosen, chosen]] : []), ...acting, ...members] as [string, string | null][])
  return [...names].map(([id, name]) => [id, name ?? id] as const)
}

function sentenceOf(caller: PersonCaller, entry: AuditEntry, names: Names): Html | string {
  const { action, changes } = entry
  if (!Object.hasOwn(AUDIT_ACTIONS, action)) return sentenceCase(action)
  return SENTENCES[action as AuditAction]({ subject: subjectOf(caller, entry, names), changes, names })
}

function actorOf({ actor, actorName, actorKind }: AuditEntry, names: Names): Html {
  if (actorKind === 'merchant')
    return html`Your server <span class="hint breaks">(${names.get(actor) ?? shortId(actor)})</span>`
  if (actorKind === 'person') return html`<span class="breaks">${actorName ?? shortId(actor)}</span>`
  if (actorKind === 'system') {
    const part = actor.replace(/^first start$/, 'at its first start').replace(/^later start$/, 'at a later start')
    return html`Gateway <span class="hint">(${part})</span>`
  }
  return html`Operator <span class="hint">${shortId(actor)}</span>`
}

function details({ action, subject, ip, requestId, changes }: AuditEntry): Html {
  const shown = withMoney(changesView(changes))
  return html`<details class="hint opener"><summary>Details</summary>
${factList([
  ['Action', html`<code translate="no">${action}</code>`],
  ['Object', html`<code translate="no" class="breaks">${subject}</code>`, 'subject'],
  ['IP address', ip, 'ip'],
  ['Request', requestId && html`<code translate="no" class="breaks">${requestId}</code>`],
  [
    'Changes',
    Object.keys(shown).length > 0 && html`<code translate="no" class="breaks">${JSON.stringify(shown, null, 1)}</code>`,
    'changes',
  ],
])}</details>`
}

/** An amount with its currency, as on the other pages. */
function withMoney(changes: Readonly<Record<string, unknown>>) {
  const { amount, currency, ...others } = changes
  if (typeof currency !== 'string' || !/^\d+$/.test(String(amount))) return changes
  return { amount: formatAmount({ amount: BigInt(String(amount)), currency }), ...others }
}

const exportRoute = get(`${PATH}.csv`, {
  guard: 'person',
  permission: 'audit.read',
  query: Type.Object(textFields('actor', 'action', 'subject', 'from', 'to', 'format')),
  handle: async (gateway, { caller, query: { format, ...query } }) => {
    const filter = { ...filterOf(caller, query), ...checkedPeriodOfDays(caller.timeZone, query) }
    return csvAnswer('audit-log.csv', auditLogCsv(csvFormatOf(format), exportAuditLog(gateway, filter)))
  },
})

export const auditLogRoutes = [auditLog.route, exportRoute]
