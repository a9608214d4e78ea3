import { Type } from 'typebox'
import { BRANDS } from '#domain/brands.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { STATUSES } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import { exportTransactions } from '#flows/transactions/export.ts'
import { type Html, html } from '#html/html.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { transactionsCsv } from '#http/api/transactions/csv.ts'
import { get } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { type Filter, filters } from '../parts/filters.ts'
import { problemOf } from '../parts/form.ts'
import { formatCount, formatTime, sentenceCase } from '../parts/format.ts'
import { type Column, cell, exportLinks, pager } from '../parts/list.ts'
import { methodLabel, paymentMethodLabel, typeLabel } from '../parts/payment-labels.ts'
import { paymentList } from '../parts/payments-of.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { textFields } from '../shell/list-query.ts'
import { requireMerchantPerson, screen, type Texts } from '../shell/screen.ts'
import { isCapturable } from './facts.ts'
import { isNarrowed, LIST_QUERY, PAYMENTS_PATH, searchOf } from './query.ts'
import { captureSoon, narrowed, type PaymentList, readList } from './read-list.ts'
import { statusTabs, viewForms, viewLinks } from './views.ts'

export const payments = screen({
  path: PAYMENTS_PATH,
  permission: 'payments.read',
  summary: 'List of payments',
  page: 'transactions',
  query: LIST_QUERY,
  read: (gateway, { caller, query }) => readList(gateway, requireMerchantPerson(caller), query),
  show: (caller, view, shown) => {
    const { typed, views, rows, filterProblems } = view
    const exportHref = (format: string) => `${PAYMENTS_PATH}.csv${searchOf(typed, { format })}`
    const problem = problemOf(filterProblems, 'q')
    return {
      title: 'Payments',
      lead: `Times are in ${caller.timeZone}.`,
      searched: typed.q ?? '',
      actions: may(caller, 'payments.export') && exportLinks(exportHref),
      ...(!rows && { status: 503 }),
      problemsIn: 'form',
      body: html`<div class="list-head"><div class="tab-line">${statusTabs(typed)}${viewLinks(views, typed)}</div>
${filters({ path: PAYMENTS_PATH, filters: filtersOf(view), isNarrowed: isNarrowed(typed) })}
${problem !== undefined && html`<p class="notice notice-warning" data-problem="q">${problem}</p>`}
${viewForms(caller, views, typed, shown)}</div>
${rows ? found(caller, view, rows) : tooSlow(typed)}`,
    }
  },
})

function filtersOf({ typed, filterProblems: problems, terminals }: PaymentList): readonly Filter[] {
  const filter = (name: string, label: string, more: Partial<Filter> = {}): Filter => {
    return { name, label, value: typed[name] ?? '', problem: problemOf(problems, name), ...more }
  }
  const rare = (name: string, label: string, more: Partial<Filter> = {}) =>
    typed[name] ? [filter(name, label, more)] : []
  return [
    filter('status', 'Status', { options: SHOWN_STATUSES.map((status) => [status, sentenceCase(status)]) }),
    filter('type', 'Type', { options: TYPE_NAMES.map((type) => [type, typeLabel(type)]) }),
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

function found(caller: PersonCaller, view: PaymentList, rows: readonly Transaction[]): Html {
  if (rows.length === 0) return nothingFound(caller, view)
  return html`${paymentList(rows, caller.timeZone, {
    name: 'transactions',
    caption: `Payments, newest first; times in ${caller.timeZone}`,
    further: furtherColumns(caller, view),
    also: laterState,
  })}
<div class="list-foot">
${counted(view)}
${pager({ newer: view.newer, older: view.older })}
</div>`
}

function furtherColumns(
  { timeZone }: PersonCaller,
  { terminals, rows, soon }: PaymentList,
): readonly Column<Transaction>[] {
  const terminal = {
    field: 'terminal',
    cell: ({ terminalId }: Transaction) => terminals.get(terminalId) ?? terminalId,
  }
  // The column is useless if there is only one terminal.
  const hasSeveral = terminals.size > 1
  return [
    cell.note('type', 'Type', ({ transactionType }) => typeLabel(transactionType)),
    { ...cell.note('method', 'Method', paymentMethodLabel), ...(!hasSeveral && { unseen: terminal }) },
    ...(hasSeveral ? [{ ...terminal, head: 'Terminal', place: 'note' } as const] : []),
    ...(rows?.some(isCapturable) ? [captureByColumn(timeZone, soon)] : []),
  ]
}

function laterState({ refundedAmount, capturedAmount, followUps }: Transaction): Html | false {
  const refund = refundedAmount > 0n && (refundedAmount < capturedAmount ? 'Partly refunded' : 'Refunded')
  const words = followUps.voidState === 'DONE' ? 'Voided' : refund
  return words && html` <span class="hint">${words}</span>`
}

function counted({ count, typed }: PaymentList): Html {
  if (!count) {
    return html`<p><a class="button button-quiet" href="${PAYMENTS_PATH}${searchOf(typed, { count: 'yes' })}" data-action="count">Show count</a></p>`
  }
  const words = count.capped ? `more than ${formatCount(count.count)}` : formatCount(count.count)
  return html`<p class="muted"><span data-field="count" data-capped="${String(count.capped)}">${words}</span> ${count.count === 1 ? 'payment' : 'payments'}</p>`
}

function nothingFound(caller: PersonCaller, { typed, newer }: PaymentList): Html {
  if (isNarrowed(typed)) return noMatch('payments', PAYMENTS_PATH)
  if (newer !== undefined) {
    const action = { href: PAYMENTS_PATH, words: 'Back to newest', name: 'newest' }
    const words = 'You have reached the end of the list.'
    return statePanel({ state: 'no-match', heading: 'No older payments', words, action })
  }
  const words = 'Payments will appear here.'
  const tryOne = caller.realm === 'uat' && { action: { href: '/dashboard/try', words: 'Try a payment', name: 'try' } }
  return statePanel({ state: 'empty', heading: 'No payments yet', words, ...tryOne })
}

function tooSlow(typed: Texts): Html {
  const words = 'We stopped this search to keep payments fast. Filter by status, terminal or dates, or try again.'
  const action = { href: `${PAYMENTS_PATH}${searchOf(typed)}`, words: 'Try again', name: 'retry' }
  return statePanel({ state: 'error', heading: 'This search took too long', words, action })
}

/** Column of when authorizations expire. @param soon what expires before is red */
function captureByColumn(timeZone: string, soon: Date): Column<Transaction> {
  return cell.more('capture-by', 'Capture by', (transaction) => {
    const at = transaction.authorizationExpiresAt
    if (!at || !isCapturable(transaction)) return null
    const time = formatTime(at, timeZone)
    return at < soon ? html`<span class="badge badge-danger">${time}</span>` : time
  })
}

export const exportRoute = get(`${PAYMENTS_PATH}.csv`, {
  ...{ guard: 'person', permission: 'payments.export' },
  summary: 'Export of payments that match the filters',
  query: Type.Object(textFields(...LIST_QUERY, 'format')),
  handle: async (gateway, context) => {
    const { format, ...query } = context.query
    const person = requireMerchantPerson(context.caller)
    const { query: filter, problems } = narrowed(person, query, await captureSoon(gateway, person))
    if (problems.length > 0)
      return { ...(await payments.show(gateway, { ...context, params: {}, query }, {})), status: 422 }
    const { timeZone, pages } = await exportTransactions(gateway, person.merchantId, filter)
    return csvAnswer('payments.csv', transactionsCsv(csvFormatOf(format), pages, timeZone))
  },
})
