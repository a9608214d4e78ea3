import { BRANDS } from '#domain/brands.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { STATUSES } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { exportLinks } from '../parts/export-links.ts'
import type { Filter } from '../parts/filters.ts'
import { filters } from '../parts/filters.ts'
import { type FieldProblem, problemOf } from '../parts/form.ts'
import { formatAmount, formatCount, formatTime, sentenceCase, statusBadge } from '../parts/format.ts'
import { type Column, cell, list } from '../parts/list.ts'
import { pager } from '../parts/pager.ts'
import { amountOf, methodLabel, paymentMethodLabel, typeLabel } from '../parts/payment-labels.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import { captureByColumn, isCapturable } from './capture-by.ts'
import { isNarrowed, PAYMENTS_PATH, searchOf } from './payment-address.ts'
import type { PaymentListQuery } from './queries.ts'
import { type ShownView, viewForms, viewLinks } from './saved-views.ts'
import { statusTabs } from './status-tabs.ts'

export interface PaymentListView {
  readonly typed: PaymentListQuery
  readonly problems: readonly FieldProblem[]
  /** Names by id. */
  readonly terminals: ReadonlyMap<string, string>
  readonly types: readonly Transaction['transactionType'][]
  /** Undefined where the list could not be read in time. */
  readonly rows: readonly Transaction[] | undefined
  readonly newer?: string | undefined
  readonly older?: string | undefined
  /** Undefined unless requested. */
  readonly count?: { readonly count: number; readonly capped: boolean } | undefined
  /** Authorizations that expire before this time are red. */
  readonly soon: Date
  readonly views: readonly ShownView[]
  readonly viewProblem?: { readonly name: string; readonly message: string } | undefined
}

export function transactionsPage(caller: PersonCaller, view: PaymentListView): DashboardPageAnswer {
  const { typed, problems, views } = view
  const exportHref = (format: string) => `${PAYMENTS_PATH}.csv${searchOf(typed, { format })}`
  return dashboardPage(caller, {
    page: 'transactions',
    title: 'Payments',
    lead: `Times are in ${caller.timeZone}.`,
    searched: typed.q ?? '',
    actions: may(caller, 'payments.export') && exportLinks(exportHref),
    status: view.viewProblem ? 422 : view.rows ? 200 : 503,
    body: html`<div class="list-head"><div class="tab-line">${statusTabs(typed)}${viewLinks(views, typed)}</div>
${filters({ path: PAYMENTS_PATH, filters: filtersOf(view), isNarrowed: isNarrowed(typed) })}
${searchProblem(problems)}
${viewForms(caller, views, typed, view.viewProblem)}</div>
${view.rows ? found(caller, view, view.rows) : tooSlow(typed)}`,
  })
}

function searchProblem(problems: readonly FieldProblem[]): Html | false {
  const problem = problemOf(problems, 'q')
  return problem !== undefined && html`<p class="notice notice-warning" data-problem="q">${problem}</p>`
}

function filtersOf({ typed, problems, terminals, types }: PaymentListView): readonly Filter[] {
  const filter = (name: keyof PaymentListQuery, label: string, more: Partial<Filter> = {}): Filter => {
    return { name, label, value: typed[name] ?? '', problem: problemOf(problems, name), ...more }
  }
  const rare = (name: keyof PaymentListQuery, label: string, more: Partial<Filter> = {}) =>
    typed[name] ? [filter(name, label, more)] : []
  return [
    filter('status', 'Status', { options: SHOWN_STATUSES.map((status) => [status, sentenceCase(status)]) }),
    filter('type', 'Type', { options: types.map((type) => [type, typeLabel(type)]) }),
    filter('method', 'Method', { options: PAYMENT_METHODS.map((method) => [method, methodLabel(method)]) }),
    filter('terminal', 'Terminal', { options: [...terminals] }),
    filter('from', 'From', dateOr(typed.from)),
    filter('to', 'To', dateOr(typed.to)),
    filter('amount', 'Amount', { inputmode: 'decimal' }),
    filter('currency', 'Currency'),
    ...rare('brand', 'Brand', { options: BRANDS.map((brand) => [brand, BRAND_NAMES[brand] ?? brand]) }),
    ...rare('code', 'Processing code'),
    ...rare('account', 'Provider account'),
    ...rare('customer', 'Customer ID'),
    ...rare('card', 'Card'),
    ...rare('refunded', 'Refunded', { options: [['yes', 'Yes']] }),
    ...rare('capture', 'Capture by', { options: [['soon', 'Within a day']] }),
    ...rare('counted', 'Counted', { options: [['yes', 'Completed payments']] }),
  ]
}

/** A day is chosen; the moment that a chart's link has would not fit such a field. */
function dateOr(typed = ''): Partial<Filter> {
  return { type: typed.includes('T') ? 'text' : 'date' }
}

const SHOWN_STATUSES = STATUSES.filter((status) => status !== 'CREATED')

function found(caller: PersonCaller, view: PaymentListView, rows: readonly Transaction[]): Html {
  if (rows.length === 0) return nothingFound(caller, view)
  return html`${list({
    name: 'transactions',
    caption: `Payments, newest first; times in ${caller.timeZone}`,
    columns: () => columnsOf(caller, view),
    rows,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => `${PAYMENTS_PATH}/${encodeURIComponent(id)}`,
  })}
<div class="list-foot">
${counted(view)}
${pager({ newer: view.newer, older: view.older })}
</div>`
}

function columnsOf(
  { timeZone }: PersonCaller,
  { terminals, rows, soon }: PaymentListView,
): readonly Column<Transaction>[] {
  const terminal = {
    field: 'terminal',
    cell: ({ terminalId }: Transaction) => terminals.get(terminalId) ?? terminalId,
  }
  const hasSeveral = terminals.size > 1
  return [
    cell.title('reference', 'Reference', ({ reference }) => reference),
    { field: 'status', head: 'Status', place: 'state', cell: ({ status }) => statusBadge(status), also: laterState },
    cell.note('type', 'Type', ({ transactionType }) => typeLabel(transactionType)),
    // The column is useless if there is only one terminal.
    {
      field: 'method',
      head: 'Method',
      place: 'note',
      cell: paymentMethodLabel,
      ...(!hasSeveral && { unseen: terminal }),
    },
    ...(hasSeveral ? [{ ...terminal, head: 'Terminal', place: 'note' } as const] : []),
    ...(rows?.some(isCapturable) ? [captureByColumn(timeZone, soon)] : []),
    cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone)),
    cell.figure('amount', 'Amount', (transaction) => formatAmount(amountOf(transaction))),
  ]
}

function laterState({ refundedAmount, capturedAmount, followUps }: Transaction): Html | false {
  const refund = refundedAmount > 0n && (refundedAmount < capturedAmount ? 'Partly refunded' : 'Refunded')
  const words = followUps.voidState === 'DONE' ? 'Voided' : refund
  return words && html` <span class="hint">${words}</span>`
}

function counted({ count, typed }: PaymentListView): Html {
  if (!count) {
    return html`<p><a class="button button-quiet" href="${PAYMENTS_PATH}${searchOf(typed, { count: 'yes' })}" data-action="count">Show count</a></p>`
  }
  const words = count.capped ? `more than ${formatCount(count.count)}` : formatCount(count.count)
  return html`<p class="muted"><span data-field="count" data-capped="${String(count.capped)}">${words}</span> ${count.count === 1 ? 'payment' : 'payments'}</p>`
}

function nothingFound(caller: PersonCaller, { typed, newer }: PaymentListView): Html {
  if (isNarrowed(typed)) return noMatch('payments', PAYMENTS_PATH)
  if (newer !== undefined) {
    return statePanel({
      state: 'no-match',
      heading: 'No older payments',
      words: 'You have reached the end of the list.',
      action: { href: PAYMENTS_PATH, words: 'Back to newest', name: 'newest' },
    })
  }
  const isTest = caller.realm === 'uat'
  return statePanel({
    state: 'empty',
    heading: 'No payments yet',
    words: 'Payments will appear here.',
    ...(isTest && { action: { href: '/dashboard/try', words: 'Try a payment', name: 'try' } }),
  })
}

function tooSlow(typed: PaymentListQuery): Html {
  return statePanel({
    state: 'error',
    heading: 'This search took too long',
    words: 'We stopped this search to keep payments fast. Filter by status, terminal or dates, or try again.',
    action: { href: `${PAYMENTS_PATH}${searchOf(typed)}`, words: 'Try again', name: 'retry' },
  })
}
