import type { ListKind } from '#domain/list-entry.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { KIND_WORDS } from '../lists/forms.ts'
import { doneNotice } from '../parts/done.ts'
import { checkField, type FieldProblem, postForm, problemSummary } from '../parts/form.ts'
import { formatAmount, formatTime, statusBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { amountOf, paymentMethodLabel } from '../parts/payment-labels.ts'
import { statePanel } from '../parts/states.ts'
import { customerFacts, detailFacts } from '../payments/facts.ts'
import { riskSheet } from '../payments/risk.ts'
import type { MerchantPerson } from '../shell/merchant-scope.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'

export const REVIEWS_PATH = '/dashboard/reviews'

/** Name of the box of a kind, because a form sends every field once. */
export const blockBox = (kind: ListKind) => `block.${kind}` as const

/** Kinds that name one person or card. */
const OFFERED_FIRST: readonly ListKind[] = ['card_hash', 'email', 'customer_id']

export function reviewsPage(
  caller: MerchantPerson,
  view: { readonly rows: readonly Transaction[]; readonly beside: PagerView; readonly done?: string | undefined },
): DashboardPageAnswer {
  const none = {
    state: 'empty',
    heading: 'No payments to review',
    words: 'Payments that a risk rule marks appear here.',
  } as const
  const rows = list({
    name: 'reviews',
    caption: 'Payments to review, oldest first',
    rows: view.rows,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => `${REVIEWS_PATH}/${encodeURIComponent(id)}`,
    columns: (cell) => [
      cell.title('reference', 'Payment', ({ reference }) => reference),
      cell.more('reasons', 'Reasons', reasonsOf),
      cell.note('method', 'Paid with', paymentMethodLabel),
      cell.time('time', 'Created', (one) => formatTime(one.createdAt, caller.timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(amountOf(one))),
    ],
  })
  return dashboardPage(caller, {
    page: 'reviews',
    title: 'Reviews',
    lead: `Approved payments that a risk rule marked, oldest first. Times are in ${caller.timeZone}.`,
    body: html`${doneNotice(view.done)}${view.rows.length === 0 ? statePanel(none) : rows}${pager(view.beside)}`,
  })
}

function reasonsOf({ data }: Transaction): string {
  const marks = data?.risk?.matched.filter(({ action }) => action === 'REVIEW') ?? []
  return marks.map(({ rule }) => rule).join(', ')
}

interface ReviewView {
  readonly payment: Transaction
  readonly terminalName: string
  readonly accountName: string | undefined
  readonly kinds: readonly ListKind[]
  readonly problems?: readonly FieldProblem[]
}

/** `/dashboard/reviews/{id}`: a payment to decide about; without an open review, its payer can be blocked here. */
export function reviewPage(caller: MerchantPerson, view: ReviewView): DashboardPageAnswer {
  const { payment, problems = [] } = view
  const isOpen = payment.review === 'OPEN'
  const href = `/dashboard/transactions/${encodeURIComponent(payment.id)}`
  return dashboardPage(caller, {
    page: 'review',
    title: isOpen ? `Review ${formatAmount(amountOf(payment))}` : 'Block who paid',
    lead: html`${statusBadge(payment.status)} <a href="${href}">${payment.reference}</a> · times are in ${caller.timeZone}`,
    back: isOpen ? { href: REVIEWS_PATH, words: 'Reviews' } : { href, words: 'Payment' },
    status: problems.length > 0 ? 422 : 200,
    body: html`${problemSummary(problems)}<div class="columns"><div>
${riskSheet(payment)}
${may(caller, 'payments.read-customer') && html`<section class="sheet"><h2>Customer</h2>${customerFacts(caller, payment)}</section>`}
${decisionForm(caller, view, isOpen)}
</div><div>
<section class="sheet"><h2>Details</h2>${detailFacts(caller, { ...view, transaction: payment, disputeId: undefined })}</section>
</div></div>`,
  })
}

function decisionForm(caller: MerchantPerson, { payment, kinds }: ReviewView, isOpen: boolean): Html {
  const boxes = kinds.map((kind) =>
    checkField({ name: blockBox(kind), label: KIND_WORDS[kind], checked: OFFERED_FIRST.includes(kind) }),
  )
  const button = (outcome: string, look: string, words: string) =>
    html`<button class="button button-${look}" name="outcome" value="${outcome}" data-action="${outcome.toLowerCase()}">${words}</button> `
  const words = isOpen
    ? 'The payment stays as it is: capture, refund or void it on its own page.'
    : 'Later payments that match are declined.'
  return postForm(caller, {
    name: 'decide',
    action: `${REVIEWS_PATH}/${encodeURIComponent(payment.id)}`,
    className: 'form sheet',
    body: html`<h2>${isOpen ? 'Decide' : 'Block'}</h2>
<p class="muted">${words}</p>
<fieldset class="stack" id="block"><legend>${isOpen ? 'If it is fraud, also block' : 'Block'}</legend>${boxes}</fieldset>
<p class="form-actions">${isOpen ? [button('CLEARED', 'primary', 'No fraud'), button('FRAUD', 'danger', 'Fraud')] : button('BLOCK', 'danger', 'Block')}</p>`,
  })
}
