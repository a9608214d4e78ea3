import { Type } from 'typebox'
import { BRANDS } from '#domain/brands.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { STATUSES } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isOriginal, TYPE_NAMES } from '#domain/transaction-type.ts'
import { exportTransactions } from '#flows/transactions/export.ts'
import { type Html, html } from '#html/html.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { transactionsCsv } from '#http/api/transactions/csv.ts'
import { get } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { type Filter, filters } from '../parts/filters.ts'
import { problemOf } from '../parts/form.ts'
import { formatCount, sentenceCase, timeWithin } from '../parts/format.ts'
import { type Column, cell, exportLinks, pager } from '../parts/list.ts'
import { customerLabel, markedMethod, methodLabel, typeLabel } from '../parts/payment-labels.ts'
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
  query: LIST_QUERY,
  read: (gateway, { caller, query }) => readList(gateway, requireMerchantPerson(caller), query),
  show: (caller, view, shown) => {
    const { typed, views, rows, filterProblems } = view
    const { q, email, customer_id } = typed
    const exportHref = (format: string) => `${PAYMENTS_PATH}.csv${searchOf(typed, { format })}`
    const problem = problemOf(filterProblems, 'q')
    return {
      title: 'Payments',
      searched: typed.q ?? '',
      actions: may(caller, 'payments.export') && exportLinks(exportHref),
      ...(!rows && { status: 503 }),
      problemsIn: 'form',
      body: html`<div class="list-head"><div class="tab-line">${statusTabs(typed)}${viewLinks(views, typed)}</div>
${filters({ path: PAYMENTS_PATH, filters: filtersOf(view), kept: { q, email, customer_id } })}
${problem !== undefined && html`<p class="notice notice-warning" data-problem="q">${problem}</p>`}
${viewForms(caller, views, typed, shown)}</div>
${rows ? found(caller, view, rows) : tooSlow(typed)}`,
    }
  },
})

const LABELS = PAYMENT_METHODS.map((method) => [method, methodLabel(method)] as const)
const METHODS = LABELS.toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))

function filtersOf({ typed, filterProblems: problems, terminals }: PaymentList): readonly Filter[] {
  const filter = (name: string, label: string, more: Partial<Filter> = {}): Filter => {
    return { name, label, value: typed[name] ?? '', problem: problemOf(problems, name), ...more }
  }
  const rare = (name: string, label: string, more: Partial<Filter> = {}) =>
    typed[name] ? [filter(name, label, more)] : []
  return [
    filter('status', 'Status', { options: SHOWN_STATUSES.map((status) => [status, sentenceCase(status)]) }),
    filter('method', 'Method', { options: METHODS }),
    filter('terminal', 'Terminal', { options: [...terminals] }),
    filter('from', 'From', dateOr(typed.from)),
    filter('to', 'To', dateOr(typed.to)),
    filter('amount', 'Amount', { inputmode: 'decimal' }),
    filter('currency', 'Currency'),
    filter('type', 'Type', { options: TYPE_NAMES.map((type) => [type, typeLabel(type)]) }),
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
    caption: 'Payments, newest first',
    further: furtherColumns(caller, view),
    also: (one) => captureBy(one, caller, view.soon),
  })}
<div class="list-foot">
${counted(view)}
${pager({ newer: view.newer, older: view.older })}
</div>`
}

const TYPE: Column<Transaction> = cell.note('type', 'Type', ({ transactionType }) => typeLabel(transactionType))

function furtherColumns(caller: PersonCaller, { terminals, rows }: PaymentList): readonly Column<Transaction>[] {
  const terminal = {
    field: 'terminal',
    cell: ({ terminalId }: Transaction) => terminals.get(terminalId) ?? terminalId,
  }
  // The column is useless if there is only one terminal.
  const hasSeveral = terminals.size > 1
  return [
    ...(rows?.every(({ transactionType }) => isOriginal(transactionType)) ? [] : [TYPE]),
    ...(may(caller, 'payments.read-customer') ? [cell.note<Transaction>('customer', 'Customer', customerLabel)] : []),
    { ...cell.note('method', 'Method', markedMethod), ...(!hasSeveral && { unseen: terminal }) },
    ...(hasSeveral ? [{ ...terminal, head: 'Terminal', place: 'note' } as const] : []),
  ]
}

/** Deadline of an authorization, below its status. @param soon what expires before is red */
function captureBy(transaction: Transaction, { timeZone }: PersonCaller, soon: Date): Html | false {
  const at = transaction.authorizationExpiresAt
  if (!at || !isCapturable(transaction)) return false
  const time = timeWithin(at, timeZone)
  return html`<p class="hint">Capture by <span data-field="capture-by">${at < soon ? html`<span class="badge badge-danger">${time}</span>` : time}</span></p>`
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
    const newest = { href: PAYMENTS_PATH, words: 'Back to newest', name: 'newest' }
    return statePanel('no-match', 'No older payments', 'You have reached the end of the list.', newest)
  }
  const tryOne = caller.realm === 'uat' && { href: '/dashboard/try', words: 'Try a payment', name: 'try' }
  return statePanel('empty', 'No payments yet', 'Payments will appear here.', tryOne)
}

function tooSlow(typed: Texts): Html {
  const words = 'We stopped this search to keep payments fast. Filter by status, terminal or dates, or try again.'
  const action = { href: `${PAYMENTS_PATH}${searchOf(typed)}`, words: 'Try again', name: 'retry' }
  return statePanel('error', 'This search took too long', words, action)
}

export const exportRoute = get(`${PAYMENTS_PATH}.csv`, {
  ...{ guard: 'person', permission: 'payments.export' },
  query: Type.Object(textFields(...LIST_QUERY, 'format')),
  handle: async (gateway, context) => {
    const { format, ...query } = context.query
    const person = requireMerchantPerson(context.caller)
    const { query: filter, problems } = narrowed(person, query, await captureSoon(gateway, person))
    if (problems.length > 0)
      return { ...(await payments.show(gateway, { ...context, params: {}, query }, {})), status: 422 }
    // The file has what follows payments too: its readers add up days.
    const everything = { ...filter, originals: undefined }
    const { timeZone, pages } = await exportTransactions(gateway, person.merchantId, everything)
    return csvAnswer('payments.csv', transactionsCsv(csvFormatOf(format), pages, timeZone))
  },
})
