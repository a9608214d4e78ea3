import { Type } from 'typebox'
import type { FollowUpAction } from '#domain/follow-up.ts'
import { keptText } from '#domain/kept-text.ts'
import { LIST_KINDS, type ListKind, type ListValue } from '#domain/list-entry.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { limitOf } from '#flows/dashboard/support-limit.ts'
import type { Gateway } from '#flows/gateway.ts'
import { valuesOf } from '#flows/payment/authorize/list-values.ts'
import { addPayer } from '#flows/rules/lists.ts'
import { readReviews, reviewPayment } from '#flows/rules/review.ts'
import { type Query, readStatus, readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { entries, KIND_WORDS } from './lists.ts'
import { postForm } from './parts/form.ts'
import { formatAmount, formatTime, sentenceCase, statusBadge } from './parts/format.ts'
import { amountOf, paymentHref, paymentMethodLabel } from './parts/payment-labels.ts'
import { customerLine, paymentList } from './parts/payments-of.ts'
import { sheet } from './parts/sheet.ts'
import { cardFacts, customerFacts, riskSheet } from './payments/facts.ts'
import { actionsWithinLimit } from './payments/page.ts'
import { boxes } from './shell/boxes.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { ifAvailable } from './shell/read.ts'
import { action, requireMerchantPerson, screen } from './shell/screen.ts'

const REVIEWS_PATH = '/dashboard/reviews'

const blockBoxes = boxes('block', LIST_KINDS)

/** Kinds that name one person or card. */
const OFFERED_FIRST: readonly ListKind[] = ['card_hash', 'email', 'customer_id']

const reviews = listing({
  path: REVIEWS_PATH,
  permission: 'reviews.decide',
  title: 'Reviews',
  lead: () => 'Approved payments that a risk rule marked, oldest first.',
  done: { cleared: 'Payment cleared.', fraud: 'Payment marked as fraud.' },
  read: (gateway, { merchantId }, _chosen, after) => readReviews(gateway, merchantId, after, DASHBOARD_PAGE_SIZE),
  rows: (caller) => ({
    caption: 'Payments to review, oldest first',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => review.hrefOf({ id }),
    columns: (cell) => [
      {
        ...cell.title('reference', 'Payment', ({ reference }) => reference),
        also: (one) => customerLine(caller, one),
      },
      cell.more('reasons', 'Reasons', reasonsOf),
      cell.more(
        'method',
        'Paid with',
        (one) => html`${brandMark(one.paymentMethod.brand ?? one.paymentMethod.method)} ${paymentMethodLabel(one)}`,
      ),
      cell.time('time', 'Created', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(amountOf(one))),
    ],
  }),
  none: () => ({ heading: 'No payments to review', words: 'Payments that a risk rule marks appear here.' }),
})

function reasonsOf({ data }: Transaction): string {
  const marks = data?.risk?.matched.filter(({ action }) => action === 'REVIEW') ?? []
  return marks.map(({ rule }) => rule).join(', ')
}

/** A payment to decide about; without an open review, its payer can be blocked here. */
const review = screen({
  path: `${REVIEWS_PATH}/:id`,
  permission: 'reviews.decide',
  read: async (gateway, { caller, merchantId, params: { id } }) => {
    const payment = await readStatus(gateway, merchantId, id)
    if (!payment) throw notFound('transaction')
    const [past, limit] = await Promise.all([
      may(caller, 'payments.read-customer') ? readPast(gateway, payment) : [],
      limitOf(gateway, requireMerchantPerson(caller)),
    ])
    const returns = actionsWithinLimit(gateway, payment, limit).filter((one) => one !== 'capture')
    return { payment, past, returns, values: valuesOf(gateway, payment) }
  },
  show: (caller, view) => {
    const { payment, past } = view
    const isOpen = payment.review === 'OPEN'
    const href = paymentHref(payment.id)
    const seesCustomer = may(caller, 'payments.read-customer')
    return {
      title: isOpen ? `Review ${formatAmount(amountOf(payment))}` : 'Block who paid',
      lead: html`${statusBadge(payment.status)} <a href="${href}">${payment.reference}</a>`,
      back: isOpen ? { href: REVIEWS_PATH, words: 'Reviews' } : { href, words: 'Payment' },
      body: html`<div class="columns"><div>
${decisionForm(caller, view, isOpen)}
${riskSheet(payment)}
${seesCustomer && sheet('past', 'Past payments', pastPayments(caller, past))}
</div><div>
${seesCustomer && html`<section class="sheet"><h2>Customer</h2>${customerFacts(caller, payment)}</section>`}
<section class="sheet"><h2>Paid with</h2>${cardFacts(payment)}</section>
</div></div>`,
    }
  },
})

interface ReviewView {
  readonly payment: Transaction
  readonly returns: readonly FollowUpAction[]
  readonly values: readonly ListValue[]
}

const MOST_PAST = 5

/** Latest other payments with the same card or email. */
async function readPast(gateway: Gateway, { id, merchantId, paymentMethod, customer }: Transaction) {
  const queries = [paymentMethod.hash && { cardHash: paymentMethod.hash }, customer.email && { email: customer.email }]
  const read = async (query: Query) =>
    (await ifAvailable(readTransactions(gateway, merchantId, { ...query, counted: true }, MOST_PAST + 1)))?.items ?? []
  const found = (await Promise.all(queries.map((query) => (query ? read(query) : [])))).flat()
  const others = new Map(found.filter((one) => one.id !== id).map((one) => [one.id, one]))
  return [...others.values()].sort((one, other) => +other.createdAt - +one.createdAt).slice(0, MOST_PAST)
}

function pastPayments({ timeZone }: PersonCaller, past: readonly Transaction[]): Html {
  if (past.length === 0) return html`<p class="muted">None with this card or email.</p>`
  const caption = 'Latest other payments with this card or email'
  return paymentList(past, timeZone, { name: 'past-payments', caption })
}

function decisionForm(caller: PersonCaller, { payment, returns, values }: ReviewView, isOpen: boolean): Html {
  const { id } = payment
  const labelOf = (kind: ListKind) =>
    html`${KIND_WORDS[kind]}<br><span class="hint breaks">${kind === 'card_hash' ? paymentMethodLabel(payment) : values.find((one) => one.kind === kind)?.value}</span>`
  const kinds = values.map(({ kind }) => kind)
  const offered = blockBoxes.of(kinds, OFFERED_FIRST, labelOf)
  const button = (outcome: string, look: string, words: string) =>
    html`<button class="button button-${look}" name="outcome" value="${outcome}" data-action="${outcome.toLowerCase()}">${words}</button> `
  const links = returns
    .filter((one) => may(caller, `payments.${one}`))
    .map((one) => html`· <a href="${paymentHref(id)}/${one}" data-action="${one}">${sentenceCase(one)}</a> `)
  return postForm(caller, {
    name: 'decide',
    action: review.hrefOf({ id }),
    className: 'sheet',
    body: html`<h2>${isOpen ? 'Decide' : 'Block'}</h2>
<p class="muted">${isOpen ? 'Your decision moves no money' : 'Later payments that match are declined.'} ${isOpen && links}</p>
<fieldset class="stack" id="block"><legend>${isOpen ? 'If it is fraud, also block' : 'Block'}</legend><div class="columns columns-even">${offered}</div></fieldset>
<p class="form-actions">${isOpen ? [button('CLEARED', 'primary', 'No fraud'), button('FRAUD', 'danger', 'Fraud')] : button('BLOCK', 'danger', 'Block')}</p>`,
  })
}

const decideRoute = action(review, {
  body: Type.Object({
    outcome: Type.Enum(['CLEARED', 'FRAUD', 'BLOCK']),
    ...blockBoxes.schema,
  }),
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    const kinds = blockBoxes.chosenIn(body)
    const { outcome } = body
    if (outcome !== 'BLOCK') {
      const block = outcome === 'FRAUD' ? kinds : []
      await reviewPayment(gateway, actor, merchantId, id, { outcome, block })
      return reviews.to({}, outcome.toLowerCase())
    }
    if (kinds.length === 0) throw invalid('block', 'Choose at least one value to block.')
    const terms = { reason: keptText(`Payment ${id}`), expiresAt: null }
    await addPayer(gateway, { actor, merchantId, list: 'block' }, { transactionId: id, kinds, ...terms })
    return entries.to({ list: 'block' }, 'added')
  },
})

export const reviewRoutes = [reviews.route, review.route, decideRoute]
