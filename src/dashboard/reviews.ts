import { Type } from 'typebox'
import { keptText } from '#domain/kept-text.ts'
import { LIST_KINDS, type ListKind } from '#domain/list-entry.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { valuesOf } from '#flows/payment/authorize/list-values.ts'
import { addPayer } from '#flows/rules/lists.ts'
import { readReviews, reviewPayment } from '#flows/rules/review.ts'
import { readStatus } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { KIND_WORDS } from './lists/forms.ts'
import { entries } from './lists/list.ts'
import { postForm } from './parts/form.ts'
import { formatAmount, formatTime, statusBadge } from './parts/format.ts'
import { amountOf, paymentHref, paymentMethodLabel } from './parts/payment-labels.ts'
import { customerFacts, detailFacts } from './payments/facts.ts'
import { riskSheet } from './payments/risk.ts'
import { action } from './shell/action.ts'
import { boxes } from './shell/boxes.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { accountNames, terminalNames } from './shell/read.ts'
import { requireMerchant, screen } from './shell/screen.ts'

const REVIEWS_PATH = '/dashboard/reviews'

const blockBoxes = boxes('block', LIST_KINDS)

/** Kinds that name one person or card. */
const OFFERED_FIRST: readonly ListKind[] = ['card_hash', 'email', 'customer_id']

const reviews = listing({
  path: REVIEWS_PATH,
  permission: 'reviews.decide',
  summary: 'Payments to review',
  page: 'reviews',
  title: 'Reviews',
  lead: ({ timeZone }) => `Approved payments that a risk rule marked, oldest first. Times are in ${timeZone}.`,
  done: { cleared: 'Payment cleared.', fraud: 'Payment marked as fraud.' },
  read: (gateway, { caller }, _chosen, after) =>
    readReviews(gateway, requireMerchant(caller), after, DASHBOARD_PAGE_SIZE),
  rows: ({ timeZone }) => ({
    caption: 'Payments to review, oldest first',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => review.hrefOf({ id }),
    columns: (cell) => [
      cell.title('reference', 'Payment', ({ reference }) => reference),
      cell.more('reasons', 'Reasons', reasonsOf),
      cell.note('method', 'Paid with', paymentMethodLabel),
      cell.time('time', 'Created', ({ createdAt }) => formatTime(createdAt, timeZone)),
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
  summary: 'A payment to review',
  page: 'review',
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const payment = await readStatus(gateway, merchantId, id)
    if (!payment) throw notFound('transaction')
    const names = await Promise.all([terminalNames(gateway, merchantId), accountNames(gateway, merchantId)])
    const accountName = names[1].get(payment.processingResult.paymentProviderAccountId ?? '')
    const terminalName = names[0].get(payment.terminalId) ?? payment.terminalId
    return { payment, terminalName, accountName, kinds: valuesOf(gateway, payment).map(({ kind }) => kind) }
  },
  show: (caller, { payment, kinds, ...names }) => {
    const isOpen = payment.review === 'OPEN'
    const href = paymentHref(payment.id)
    return {
      title: isOpen ? `Review ${formatAmount(amountOf(payment))}` : 'Block who paid',
      lead: html`${statusBadge(payment.status)} <a href="${href}">${payment.reference}</a> · times are in ${caller.timeZone}`,
      back: isOpen ? { href: REVIEWS_PATH, words: 'Reviews' } : { href, words: 'Payment' },
      body: html`<div class="columns"><div>
${riskSheet(payment)}
${may(caller, 'payments.read-customer') && html`<section class="sheet"><h2>Customer</h2>${customerFacts(caller, payment)}</section>`}
${decisionForm(caller, payment, kinds, isOpen)}
</div><div>
<section class="sheet"><h2>Details</h2>${detailFacts(caller, { ...names, transaction: payment, disputeId: undefined })}</section>
</div></div>`,
    }
  },
})

function decisionForm(caller: PersonCaller, { id }: Transaction, kinds: readonly ListKind[], isOpen: boolean): Html {
  const offered = blockBoxes.of(kinds, OFFERED_FIRST, (kind) => KIND_WORDS[kind])
  const button = (outcome: string, look: string, words: string) =>
    html`<button class="button button-${look}" name="outcome" value="${outcome}" data-action="${outcome.toLowerCase()}">${words}</button> `
  const words = isOpen
    ? 'The payment stays as it is: capture, refund or void it on its own page.'
    : 'Later payments that match are declined.'
  return postForm(caller, {
    name: 'decide',
    action: review.hrefOf({ id }),
    className: 'form sheet',
    body: html`<h2>${isOpen ? 'Decide' : 'Block'}</h2>
<p class="muted">${words}</p>
<fieldset class="stack" id="block"><legend>${isOpen ? 'If it is fraud, also block' : 'Block'}</legend>${offered}</fieldset>
<p class="form-actions">${isOpen ? [button('CLEARED', 'primary', 'No fraud'), button('FRAUD', 'danger', 'Fraud')] : button('BLOCK', 'danger', 'Block')}</p>`,
  })
}

const decideRoute = action(review, {
  summary: 'Decide about a payment',
  body: Type.Object({
    outcome: Type.Enum(['CLEARED', 'FRAUD', 'BLOCK']),
    ...blockBoxes.schema,
  }),
  does: async (gateway, { caller, actor, params: { id }, body }) => {
    const merchantId = requireMerchant(caller)
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
