import type { AmountEntry } from '#domain/entered-amount.ts'
import { PAYMENT_LINK_STATUSES, type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { readingChoice } from '#html/amount-entry.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { filters } from '../parts/filters.ts'
import { type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { linkPath, linkPrice, linkStatusBadge, PAYMENT_LINKS_PATH } from './parts.ts'

export type LinkForm = Readonly<
  Partial<Record<'description' | 'amount' | 'currency' | 'terminal_id' | 'reference' | 'uses', string>>
>

interface PaymentLinksView {
  readonly links: readonly PaymentLinkState[]
  /** Names by ID. */
  readonly terminals: ReadonlyMap<string, string>
  readonly filters: { readonly q: string; readonly status: string; readonly terminal: string }
  readonly beside: PagerView
  readonly form?: LinkForm
  readonly entry?: AmountEntry | undefined
  readonly problems?: readonly FieldProblem[]
}

export function paymentLinksPage(caller: Viewer, view: PaymentLinksView): DashboardPageAnswer {
  const { q, status, terminal } = view.filters
  return dashboardPage(caller, {
    page: 'payment-links',
    title: 'Payment links',
    lead: `Prices with an address, newest first. Times are in ${caller.timeZone}.`,
    status: (view.problems ?? []).length > 0 ? 422 : 200,
    body: html`${may(caller, 'links.manage') && createForm(caller, view)}
${filters({
  path: PAYMENT_LINKS_PATH,
  search: { value: q, label: 'Search by description or reference' },
  filters: [
    {
      name: 'status',
      label: 'Status',
      value: status,
      options: PAYMENT_LINK_STATUSES.map((one) => [one, sentenceCase(one)]),
    },
    { name: 'terminal', label: 'Terminal', value: terminal, options: [...view.terminals] },
  ],
})}
${rowsOf(caller, view)}
${pager(view.beside)}`,
  })
}

const USES = [
  ['one', 'One payment'],
  ['any', 'Any number of payments'],
] as const

function createForm(caller: Viewer, { form = {}, terminals, problems = [], entry }: PaymentLinksView): Html {
  const currency = form.currency ?? 'EUR'
  return postForm(caller, {
    name: 'payment-link',
    action: PAYMENT_LINKS_PATH,
    isOnce: true,
    className: 'form sheet',
    body: html`<h2>New link</h2>
${problemSummary(problems)}
${formField({ name: 'description', label: 'Description', value: form.description, problem: problemOf(problems, 'description'), required: true, hint: 'Shoppers see it.' })}
${formField({ name: 'amount', label: 'Amount', value: form.amount, problem: problemOf(problems, 'amount'), required: true, inputmode: 'decimal', maxlength: 40 })}
${entry && readingChoice(entry, currency.trim().toUpperCase())}
${formField({ name: 'currency', label: 'Currency', value: currency, problem: problemOf(problems, 'currency'), required: true, maxlength: 3 })}
${formField({ name: 'terminal_id', label: 'Terminal', value: form.terminal_id, problem: problemOf(problems, 'terminal_id'), options: [...terminals] })}
${formField({ name: 'uses', label: 'Payments', value: form.uses, options: USES })}
${formField({ name: 'reference', label: 'Reference', value: form.reference, problem: problemOf(problems, 'reference'), maxlength: 70, hint: 'Leave empty to get one.' })}
<p><button class="button button-primary" data-action="link-create">Create link</button></p>`,
  })
}

function rowsOf({ timeZone }: Viewer, { links, filters: set, beside }: PaymentLinksView): Html {
  if (links.length === 0) {
    const isNarrowed = Object.values(set).some(Boolean) || beside.newer !== undefined
    return isNarrowed ? noMatch('payment links', PAYMENT_LINKS_PATH) : noneYet()
  }
  return list({
    name: 'payment-links',
    rowName: 'payment-link',
    caption: 'Payment links, newest first',
    rows: links,
    idOf: ({ link }) => link.paymentLinkId,
    hrefOf: ({ link }) => linkPath(link.paymentLinkId),
    columns: (cell) => [
      cell.title('description', 'Description', ({ link }) => link.description),
      cell.state('status', 'Status', (state) => linkStatusBadge(paymentLinkStatusOf(state))),
      cell.note('reference', 'Reference', ({ link }) => link.reference),
      cell.note('price', 'Price', ({ link }) => linkPrice(link)),
      cell.note('payments', 'Paid', ({ link, payments }) =>
        link.maxPayments === null ? payments : `${payments} of ${link.maxPayments}`,
      ),
      cell.time('time', 'Created', ({ link }) => formatTime(link.createdAt, timeZone)),
      cell.figure('collected', 'Collected', ({ link, collectedAmount }) =>
        formatAmount({ amount: collectedAmount, currency: link.currency }),
      ),
    ],
  })
}

function noneYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No payment links yet',
    words: 'Create a link, then send its address or print its QR code.',
    action: { href: '/docs/api', words: 'View API reference', name: 'reference' },
  })
}
