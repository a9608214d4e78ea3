import { AGREEMENT_STATUSES } from '#domain/agreement.ts'
import { listMerchantAgreements } from '#flows/agreements/index.ts'
import { html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import { formatTime, sentenceCase } from '../parts/format.ts'
import { API_REFERENCE } from '../parts/states.ts'
import { DASHBOARD_PAGE_SIZE } from '../shell/list-query.ts'
import { listing } from '../shell/listing.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { AGREEMENTS_PATH, agreement, agreementBadge, cancelRoute, cardOf } from './page.ts'

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

export const agreementRoutes: readonly Route[] = [agreements.route, agreement.route, cancelRoute]
