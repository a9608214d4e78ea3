import type { KeptRequest, RequestFault } from '#flows/requests/request-log.ts'
import { type Html, html } from '#html/html.ts'
import { filters } from '../parts/filters.ts'
import { badge, formatCount, formatTime } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { shortId } from '../parts/short-id.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

const PATH = '/dashboard/requests'

interface RequestsView {
  readonly requests: readonly KeptRequest[]
  readonly faults: readonly RequestFault[]
  readonly filters: {
    readonly errors: string
    readonly method: string
    readonly route: string
    readonly request_id: string
    readonly from: string
    readonly to: string
  }
  readonly beside: PagerView
}

export function requestsPage(caller: Viewer, view: RequestsView): DashboardPageAnswer {
  const set = view.filters
  const body = html`${filters({
    path: PATH,
    filters: [
      { name: 'errors', label: 'Result', value: set.errors, options: [['yes', 'Errors']] },
      { name: 'method', label: 'Method', value: set.method, options: METHODS },
      { name: 'route', label: 'Route', value: set.route },
      { name: 'request_id', label: 'Request ID', value: set.request_id },
      { name: 'from', label: 'From', value: set.from, type: 'date' },
      { name: 'to', label: 'To', value: set.to, type: 'date' },
    ],
  })}
${view.faults.length > 0 && faultsSheet(caller, view.faults)}
${rowsOf(caller, view)}
${pager(view.beside)}`
  const lead =
    'API requests from your servers in the last 30 days. We never store bodies, only the names of rejected fields.'
  return dashboardPage(caller, { page: 'requests', title: 'Requests', lead, body })
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((method) => [method, method] as const)

function faultsSheet({ timeZone }: Viewer, faults: readonly RequestFault[]): Html {
  return html`<section class="sheet" aria-labelledby="faults">
<h2 id="faults">Repeated errors</h2>
<ul class="plain-list" data-list="faults">${faults.map(
    (fault) => html`<li data-id="${fault.lastRequestId}">
<p class="sheet-head"><span class="breaks">${statusBadge(fault.status)} <code translate="no">${fault.method} ${fault.route}</code></span>
<strong data-field="count">${formatCount(fault.count)} ${fault.count === 1 ? 'time' : 'times'}</strong></p>
<p class="hint">${refused(fault.refusedFields)}Last ${formatTime(fault.lastAt, timeZone, 'second')}, <a href="${PATH}?request_id=${fault.lastRequestId}">view request</a></p>
</li>
`,
  )}</ul>
</section>`
}

function refused(fields: readonly string[]): Html | false {
  return (
    fields.length > 0 && html`Rejected: <code translate="no" data-field="refused-fields">${fields.join(', ')}</code>. `
  )
}

function rowsOf({ timeZone }: Viewer, { requests, filters: set, beside }: RequestsView): Html {
  if (requests.length === 0) {
    if (Object.values(set).some(Boolean) || beside.newer !== undefined) return noMatch('requests', PATH)
    const words = 'Requests from your server will appear here.'
    return statePanel({ state: 'empty', heading: 'No requests yet', words })
  }
  return list({
    name: 'requests',
    caption: 'Requests',
    columns: (cell) => [
      cell.title(
        'path',
        'Request',
        ({ method, path }) => html`<code translate="no" class="breaks">${method} ${path}</code>`,
      ),
      cell.state('status', 'Status', answerOf),
      cell.number('duration', 'Duration (ms)', ({ durationMs }) => formatCount(durationMs)),
      cell.more('refused-fields', 'Rejected fields', ({ refusedFields }) => refusedFields.join(', ')),
      cell.more('request-id', 'Request ID', ({ requestId }) =>
        requests.length === 1
          ? html`<code translate="no">${requestId}</code>`
          : html`<a href="${PATH}?request_id=${requestId}">${shortId(requestId)}</a>`,
      ),
      cell.time('time', `Time (${timeZone})`, ({ createdAt }) => formatTime(createdAt, timeZone, 'second')),
    ],
    rows: requests,
    idOf: ({ requestId }) => requestId,
  })
}

function answerOf({ status, processingCode }: KeptRequest): Html {
  return html`${statusBadge(status)}${processingCode && html` <code>${processingCode}</code>`}`
}

function statusBadge(status: number): Html {
  return badge(String(status), status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success')
}
