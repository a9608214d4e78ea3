import { DISPUTE_STAGES, DISPUTE_STATUSES, type DisputeFunds, type DisputeStatus } from '#domain/dispute.ts'
import type { ShownDispute } from '#flows/disputes/read-disputes.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { filters } from '../parts/filters.ts'
import { formatAmount, formatTime, sentenceCase, type Tone, toneBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export const DISPUTES_PATH = '/dashboard/disputes'

export const FUNDS_WORDS: Readonly<Record<DisputeFunds, string>> = {
  NONE: 'Not taken',
  WITHDRAWN: 'Taken from you',
  REINSTATED: 'Returned to you',
}

interface DisputesView {
  readonly disputes: readonly ShownDispute[]
  readonly filters: { readonly status: string; readonly stage: string; readonly payment: string }
  readonly beside: PagerView
}

export function disputesPage(caller: Viewer, view: DisputesView): DashboardPageAnswer {
  const { status, stage, payment } = view.filters
  const choices = (words: readonly string[]) => words.map((one) => [one, sentenceCase(one)] as const)
  return dashboardPage(caller, {
    page: 'disputes',
    title: 'Disputes',
    lead: `Payments that shoppers dispute, by deadline. Times are in ${caller.timeZone}.`,
    body: html`<nav class="tabs" aria-label="Disputes by status">${tab('NEEDS_RESPONSE', 'Needs response', status)}${tab('', 'All', status)}</nav>
${filters({
  path: DISPUTES_PATH,
  filters: [
    { name: 'status', label: 'Status', value: status, options: choices(DISPUTE_STATUSES) },
    { name: 'stage', label: 'Stage', value: stage, options: choices(DISPUTE_STAGES) },
    { name: 'payment', label: 'Payment ID', value: payment },
  ],
})}
${rowsOf(caller, view)}
${pager(view.beside)}`,
  })
}

function tab(status: DisputeStatus | '', words: string, chosen: string): Html {
  const href = status === '' ? DISPUTES_PATH : `${DISPUTES_PATH}?status=${status}`
  return html`<a href="${href}" data-tab="${status || 'all'}"${attributes({ 'aria-current': status === chosen && 'page' })}>${words}</a>\n`
}

function rowsOf({ timeZone }: Viewer, { disputes, filters: set, beside }: DisputesView): Html {
  if (disputes.length === 0) {
    const isNarrowed = Object.values(set).some(Boolean) || beside.newer !== undefined
    return isNarrowed ? noMatch('disputes', DISPUTES_PATH) : noneYet()
  }
  return list({
    name: 'disputes',
    rowName: 'dispute',
    caption: 'Disputes, the earliest deadline first',
    rows: disputes,
    idOf: ({ disputeId }) => disputeId,
    hrefOf: ({ disputeId }) => disputePath(disputeId),
    columns: (cell) => [
      cell.title('reason', 'Reason', ({ reason }) => sentenceCase(reason)),
      cell.state('status', 'Status', ({ status }) => disputeBadge(status)),
      cell.note('stage', 'Stage', ({ stage }) => sentenceCase(stage)),
      cell.more('funds', 'Money', ({ funds }) => FUNDS_WORDS[funds]),
      cell.time('respond-by', 'Respond by', ({ respondBy }) => respondBy && formatTime(respondBy, timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(one)),
    ],
  })
}

const TONES: Readonly<Record<DisputeStatus, Tone>> = {
  NEEDS_RESPONSE: 'warning',
  UNDER_REVIEW: 'info',
  WON: 'success',
  LOST: 'danger',
  ACCEPTED: 'plain',
  CLOSED: 'plain',
}

export function disputeBadge(status: DisputeStatus, field?: string): Html {
  return toneBadge(status, TONES[status], field)
}

export function disputePath(id: string): string {
  return `${DISPUTES_PATH}/${encodeURIComponent(id)}`
}

function noneYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No disputes yet',
    words: 'If a shopper disputes a payment, it appears here with its deadline.',
    action: { href: '/docs/integrate/disputes', words: 'Read about disputes', name: 'guide' },
  })
}
