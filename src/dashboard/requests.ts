import { type KeptRequest, type RequestFault, showFaults, showRequests } from '#flows/requests/request-log.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { badge, firstWords, formatCount, formatTime, timeWithin } from './parts/format.ts'
import { sheet, shortId } from './parts/sheet.ts'
import { periodOfDays } from './shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, FROM, listing, TO } from './shell/listing.ts'

const PATH = '/dashboard/requests'
const MOST_FAULTS = 5
const METHODS = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => [method, method] as const)

const requests = listing({
  path: PATH,
  permission: 'requests.read',
  title: 'Requests',
  lead: () =>
    'API requests from your servers in the last 30 days. We never store bodies, only the names of rejected fields.',
  filters: {
    errors: { label: 'Result', among: [['yes', 'Errors']] },
    method: { label: 'Method', among: METHODS },
    route: 'Route',
    request_id: 'Request ID',
    from: FROM,
    to: TO,
  },
  read: async (gateway, { caller, merchantId }, { errors, method, route, request_id: requestId, ...days }, after) => {
    const shared = { method, route, ...periodOfDays(caller.timeZone, days) }
    const filter = { ...shared, errorsOnly: errors === 'yes', requestId, after }
    const [page, faults] = await Promise.all([
      showRequests(gateway, merchantId, filter, DASHBOARD_PAGE_SIZE),
      requestId === undefined && after === undefined ? showFaults(gateway, merchantId, shared) : [],
    ])
    return { ...page, faults: faults.slice(0, MOST_FAULTS) }
  },
  middle: (caller, { faults }) => faults.length > 0 && faultsSheet(caller, faults),
  rows: ({ timeZone }, { items }) => ({
    caption: 'Requests',
    idOf: ({ requestId }) => requestId,
    columns: (cell) => [
      cell.title('path', 'Request', ({ method, path }) => html`<code translate="no">${method} ${path}</code>`),
      cell.state('status', 'Status', responseOf),
      cell.number('duration', 'Duration (ms)', ({ durationMs }) => formatCount(durationMs)),
      cell.more('refused-fields', 'Rejected fields', ({ refusedFields: fields }) =>
        items.length === 1 ? fields.join(', ') : firstWords(fields),
      ),
      cell.more('request-id', 'Request ID', ({ requestId }) =>
        items.length === 1
          ? html`<code translate="no">${requestId}</code>`
          : html`<a href="${PATH}?request_id=${requestId}">${shortId(requestId)}</a>`,
      ),
      cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone, 'second')),
    ],
  }),
  none: () => ({ words: 'Requests from your server will appear here.' }),
})

function faultsSheet({ timeZone }: PersonCaller, faults: readonly RequestFault[]): Html {
  const rows = faults.map(
    (fault) => html`<li data-id="${fault.lastRequestId}">
<p class="sheet-head"><span class="breaks">${codeBadge(fault.status)} <code translate="no">${fault.method} ${fault.route}</code></span>
<strong data-field="count">${formatCount(fault.count)} ${fault.count === 1 ? 'time' : 'times'}</strong></p>
<p class="hint">${rejected(fault.refusedFields)}Last: ${timeWithin(fault.lastAt, timeZone, 'second')}, <a href="${PATH}?request_id=${fault.lastRequestId}">view request</a></p>
</li>
`,
  )
  return sheet('faults', 'Most frequent errors', html`<ul class="plain-list" data-list="faults">${rows}</ul>`)
}

function rejected(fields: readonly string[]): Html | false {
  return (
    fields.length > 0 && html`Rejected: <code translate="no" data-field="refused-fields">${fields.join(', ')}</code>. `
  )
}

function responseOf({ status, processingCode }: KeptRequest): Html {
  return html`<span class="whole">${codeBadge(status)}${processingCode && html` <code>${processingCode}</code>`}</span>`
}

function codeBadge(status: number): Html {
  return badge(String(status), status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success')
}

export const requestRoutes = [requests.route]
