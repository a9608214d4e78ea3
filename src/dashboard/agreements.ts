import { AGREEMENT_STATUSES, type Agreement, type AgreementStatus } from '#domain/agreement.ts'
import { formatMoney } from '#domain/currency.ts'
import type { Transaction } from '#domain/transaction.ts'
import { changeAgreement, listMerchantAgreements, showAgreement } from '#flows/agreements/index.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import type { Fact } from './parts/facts.ts'
import { postButton } from './parts/form.ts'
import { badges, formatTime, sentenceCase } from './parts/format.ts'
import { cell } from './parts/list.ts'
import { paymentsOf } from './parts/payments-of.ts'
import { recordBody } from './parts/sheet.ts'
import { copiedId } from './parts/short-id.ts'
import { API_REFERENCE } from './parts/states.ts'
import { action } from './shell/action.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { requireMerchant, screen } from './shell/screen.ts'

const AGREEMENTS_PATH = '/dashboard/agreements'

const agreements = listing({
  path: AGREEMENTS_PATH,
  permission: 'agreements.read',
  summary: 'Agreements',
  page: 'agreements',
  title: 'Agreements',
  lead: ({ timeZone }) =>
    `Cards that may be charged while the shopper is away, newest first. Times are in ${timeZone}.`,
  filters: { status: AGREEMENT_STATUSES, customer: 'Customer ID' },
  read: (gateway, { caller }, { status, customer: customerId }, after) =>
    listMerchantAgreements(gateway, requireMerchant(caller), { status, customerId, after }, DASHBOARD_PAGE_SIZE),
  rows: ({ timeZone }) => ({
    rowName: 'agreement',
    caption: 'Agreements, newest first',
    idOf: ({ agreementId }) => agreementId,
    hrefOf: ({ agreementId }) => agreement.hrefOf({ id: agreementId }),
    columns: (cell) => [
      cell.title('description', 'Description', ({ description }) => description),
      cell.state('status', 'Status', ({ status }) => agreementBadge(status)),
      cell.note('card', 'Card', (one) => html`<span class="whole">${cardOf(one)}</span>`),
      cell.more('purpose', 'Purpose', ({ purpose }) => sentenceCase(purpose)),
      cell.time('time', 'Created', (one) => formatTime(one.createdAt, timeZone)),
    ],
  }),
  none: () => ({ words: 'Make an agreement through the API to charge a card later.', action: API_REFERENCE }),
})

const SHOWN_PAYMENTS = 20

const agreement = screen({
  path: `${AGREEMENTS_PATH}/:id`,
  permission: 'agreements.read',
  summary: 'An agreement and its payments',
  page: 'agreement',
  done: { canceled: 'Agreement canceled. The card is no longer charged.' },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const record = await showAgreement(gateway, merchantId, id)
    const { items: charges } = await readTransactions(gateway, merchantId, { agreementId: id }, SHOWN_PAYMENTS)
    return { record, charges }
  },
  show: (caller, { record, charges }) => ({
    title: record.description,
    lead: `Agreement · times are in ${caller.timeZone}`,
    back: { href: AGREEMENTS_PATH, words: 'Agreements' },
    body: recordBody({
      standing: html`<p>${agreementBadge(record.status, 'status')}</p>
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
  summary: 'Cancel an agreement',
  done: 'canceled',
  does: async (gateway, { caller, actor, params: { id } }) => {
    await changeAgreement(gateway, actor, requireMerchant(caller), id, { status: 'CANCELED' })
  },
})

function cancelForm(caller: PersonCaller, { agreementId, status }: Agreement): Html | false {
  if (status === 'CANCELED' || status === 'ENDED' || !may(caller, 'agreements.manage')) return false
  const button = { words: 'Cancel agreement', does: 'agreement-cancel', look: 'danger' } as const
  return html`<p class="hint">After you cancel, the card can no longer be charged. You cannot undo it.</p>
${postButton(caller, { action: `${AGREEMENTS_PATH}/${encodeURIComponent(agreementId)}/cancel`, ...button })}`
}

function factsOf({ timeZone }: PersonCaller, record: Agreement): readonly Fact[] {
  const { currency, maxAmount: amount } = record
  const timeOf = (at: Date | null) => at && formatTime(at, timeZone)
  return [
    ['ID', copiedId(record.agreementId, 'id')],
    ['Purpose', sentenceCase(record.purpose)],
    ['Card', cardOf(record), 'card'],
    ['Limit', amount !== null && formatMoney({ amount, currency }, 'en')],
    ['Days between charges', record.frequencyDays],
    ['Last day', record.endsOn],
    ['Customer', record.customerId],
    ['Reason', record.stopReason && sentenceCase(record.stopReason), 'stop-reason'],
    ['Agreed', timeOf(record.acceptedAt)],
    ['Ended', timeOf(record.endedAt)],
  ]
}

function nextAskOf({ data }: Transaction, timeZone: string): Html | null {
  const at = data?.retryOptions?.nextAttemptAt
  return at === undefined ? null : formatTime(new Date(at), timeZone)
}

const agreementBadge = badges<AgreementStatus>({
  PENDING: 'plain',
  ACTIVE: 'success',
  SUSPENDED: 'warning',
  CANCELED: 'plain',
  ENDED: 'plain',
})

function cardOf({ paymentMethodToken, brand, masked }: Agreement): string {
  if (paymentMethodToken === null) return '–'
  return `${BRAND_NAMES[brand ?? ''] ?? 'Card'}\u00a0••••\u00a0${masked?.slice(-4) ?? ''}`
}

export const agreementRoutes: readonly Route[] = [agreements.route, agreement.route, cancelRoute]
