import { AGREEMENT_STATUSES, type Agreement, type AgreementStatus, type StopReason } from '#domain/agreement.ts'
import { formatMoney } from '#domain/currency.ts'
import { addDays, dayIn } from '#domain/time-zone.ts'
import type { Transaction } from '#domain/transaction.ts'
import { changeAgreement, listMerchantAgreements, readLastPayments, showAgreement } from '#flows/agreements/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { postButton } from './parts/form.ts'
import { badges, formatAmount, formatDay, formatTime, sentenceCase } from './parts/format.ts'
import { cell } from './parts/list.ts'
import { amountOf, customerLabel, markedCard } from './parts/payment-labels.ts'
import { paymentsOf } from './parts/payments-of.ts'
import { copiedId, type Fact, recordBody } from './parts/sheet.ts'
import { API_REFERENCE } from './parts/states.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { ifAvailable } from './shell/read.ts'
import { action, screen } from './shell/screen.ts'

const AGREEMENTS_PATH = '/dashboard/agreements'

const agreements = listing({
  path: AGREEMENTS_PATH,
  permission: 'agreements.read',
  title: 'Subscriptions',
  lead: () => 'Agreements to charge a card again while the shopper is away, newest first.',
  filters: { status: AGREEMENT_STATUSES, customer: 'Customer ID' },
  read: async (gateway, { merchantId }, { status, customer: customerId }, after) => {
    const page = await listMerchantAgreements(gateway, merchantId, { status, customerId, after }, DASHBOARD_PAGE_SIZE)
    return { ...page, items: await withLast(gateway, merchantId, page.items) }
  },
  rows: (caller) => ({
    rowName: 'agreement',
    caption: 'Subscriptions, newest first',
    idOf: ({ agreementId }) => agreementId,
    hrefOf: ({ agreementId }) => agreement.hrefOf({ id: agreementId }),
    columns: (cell) => [
      cell.title('description', 'Description', ({ description }) => description),
      { ...cell.state('status', 'Status', ({ status }) => agreementBadge(status)), also: stopper },
      ...(may(caller, 'payments.read-customer') ? [cell.note('customer', 'Customer', customerOf)] : []),
      cell.note('card', 'Card', cardOf),
      cell.time('next-charge', 'Next charge', (one) => nextChargeOf(one, caller) ?? '–'),
      cell.figure('amount', 'Amount', (one) => lastAmount(one) ?? '–'),
    ],
  }),
  none: () => ({ words: 'Make an agreement through the API to charge a card later.', action: API_REFERENCE }),
})

const SHOWN_PAYMENTS = 20

const agreement = screen({
  path: `${AGREEMENTS_PATH}/:id`,
  permission: 'agreements.read',
  done: { canceled: 'Subscription canceled. The card is no longer charged.' },
  read: async (gateway, { merchantId, params: { id } }) => {
    const record = await showAgreement(gateway, merchantId, id)
    const [{ items: charges }, [listed]] = await Promise.all([
      readTransactions(gateway, merchantId, { agreementId: id }, SHOWN_PAYMENTS),
      withLast(gateway, merchantId, [record]),
    ])
    return { record: listed!, charges }
  },
  show: (caller, { record, charges }) => ({
    title: record.description,
    lead: 'Subscription',
    back: { href: AGREEMENTS_PATH, words: 'Subscriptions' },
    body: recordBody({
      standing: html`<p>${agreementBadge(record.status, 'status')}${stopper(record)}</p>
${cancelForm(caller, record)}`,
      main: html`<section class="stack"><h2>Payments</h2>${paymentsOf('agreement', charges, caller.timeZone, {
        further: [cell.more('next', 'Next attempt', (charge) => nextAskOf(charge, caller.timeZone))],
      })}</section>`,
      facts: factsOf(caller, record),
    }),
  }),
})

const cancelRoute = action(agreement, {
  at: '/cancel',
  permission: 'agreements.manage',
  done: 'canceled',
  does: async (gateway, { merchantId, actor, params: { id } }) => {
    await changeAgreement(gateway, actor, merchantId, id, { status: 'CANCELED' })
  },
})

function cancelForm(caller: PersonCaller, { agreementId, status }: Agreement): Html | false {
  if (status === 'CANCELED' || status === 'ENDED' || !may(caller, 'agreements.manage')) return false
  const button = { words: 'Cancel subscription', does: 'agreement-cancel', look: 'danger' } as const
  return html`<p class="hint">After you cancel, the card can no longer be charged. You cannot undo it.</p>
${postButton(caller, { action: `${AGREEMENTS_PATH}/${encodeURIComponent(agreementId)}/cancel`, ...button })}`
}

function stopper({ status, stopReason }: Agreement): Html | false {
  return status === 'CANCELED' && stopReason === 'MERCHANT' && html` <span class="hint">by you</span>`
}

type Listed = Agreement & { readonly last: Transaction | undefined }

async function withLast<T extends Agreement>(gateway: Gateway, merchantId: string, agreements: readonly T[]) {
  const payments = await ifAvailable(readLastPayments(gateway, merchantId, agreements))
  return agreements.map((one) => ({ ...one, last: payments?.get(one.lastTransactionId ?? '') }))
}

function customerOf({ customerId, last }: Listed): string | null {
  return (last && customerLabel(last)) || customerId
}

const lastAmount = ({ last }: Listed) => last && formatAmount(amountOf(last))

/** First day on which the agreed days since the last payment are over. */
function nextChargeOf(listed: Listed, { timeZone }: PersonCaller): Html | undefined {
  const { status, frequencyDays, endsOn, last } = listed
  if (status !== 'ACTIVE' || frequencyDays === null || !last) return undefined
  const day = addDays(dayIn(timeZone, last.createdAt), frequencyDays)
  if (endsOn !== null && endsOn < day) return undefined
  return html`<time datetime="${day}">${formatDay(day)}</time>`
}

function factsOf(caller: PersonCaller, record: Listed): readonly Fact[] {
  const { currency, maxAmount: amount } = record
  const timeOf = (at: Date | null) => at && formatTime(at, caller.timeZone)
  return [
    ['Next charge', nextChargeOf(record, caller), 'next-charge'],
    ['Last amount', lastAmount(record), 'last-amount'],
    ['Customer', may(caller, 'payments.read-customer') ? customerOf(record) : record.customerId, 'customer'],
    ['ID', copiedId(record.agreementId, 'id')],
    ['Purpose', sentenceCase(record.purpose)],
    ['Card', cardOf(record), 'card'],
    ['Limit', amount !== null && formatMoney({ amount, currency }, 'en')],
    ['Days between charges', record.frequencyDays],
    ['Last day', record.endsOn],
    ['Reason', record.stopReason && STOP_REASONS[record.stopReason], 'stop-reason'],
    ['Agreed', timeOf(record.acceptedAt)],
    ['Ended', timeOf(record.endedAt)],
  ]
}

function nextAskOf({ data }: Transaction, timeZone: string): Html | null {
  const at = data?.retryOptions?.nextAttemptAt
  return at === undefined ? null : formatTime(new Date(at), timeZone)
}

const STOP_REASONS: Readonly<Record<StopReason, string>> = {
  FIRST_PAYMENT_FAILED: 'First payment failed',
  MERCHANT: 'Canceled by you',
  CARD_REMOVED: 'Card removed',
  REVOKED: 'Revoked by the bank',
  CARD_CLOSED: 'Card closed',
  ENDS_ON: 'Last day reached',
}

const agreementBadge = badges<AgreementStatus>({
  PENDING: 'plain',
  ACTIVE: 'success',
  SUSPENDED: 'warning',
  CANCELED: 'plain',
  ENDED: 'plain',
})

function cardOf({ paymentMethodToken, brand, masked }: Agreement): Html | string {
  if (paymentMethodToken === null) return '–'
  return markedCard(brand, BRAND_NAMES[brand ?? ''] ?? 'Card', `\u00a0••••\u00a0${masked?.slice(-4) ?? ''}`)
}

export const agreementRoutes: readonly Route[] = [agreements.route, agreement.route, cancelRoute]
