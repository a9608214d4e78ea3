import { DISPUTE_STAGES, DISPUTE_STATUSES } from '#domain/dispute.ts'
import { readDisputesByDeadline } from '#flows/disputes/read-disputes.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import { formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { requireMerchant } from '../shell/screen.ts'
import { accept, acceptRoute, DISPUTES_PATH, dispute, disputeBadge, FUNDS_WORDS } from './page.ts'

const disputes = listing({
  path: DISPUTES_PATH,
  permission: 'disputes.read',
  summary: 'Disputes',
  page: 'disputes',
  title: 'Disputes',
  lead: ({ timeZone }) => `Payments that shoppers dispute, by deadline. Times are in ${timeZone}.`,
  filters: { status: DISPUTE_STATUSES, stage: DISPUTE_STAGES, payment: 'Payment ID' },
  read: (gateway, { caller }, { status, stage, payment: transactionId }, after) => {
    const filter = { status, stage, transactionId, after }
    return readDisputesByDeadline(gateway, requireMerchant(caller), filter, DASHBOARD_PAGE_SIZE)
  },
  above: (_caller, { set }) =>
    html`<nav class="tabs" aria-label="Disputes by status">${tab('NEEDS_RESPONSE', 'Needs response', set.status)}${tab('', 'All', set.status)}</nav>`,
  rows: ({ timeZone }) => ({
    rowName: 'dispute',
    caption: 'Disputes, the earliest deadline first',
    idOf: ({ disputeId }) => disputeId,
    hrefOf: ({ disputeId: id }) => dispute.hrefOf({ id }),
    columns: (cell) => [
      cell.title('reason', 'Reason', ({ reason }) => sentenceCase(reason)),
      cell.state('status', 'Status', ({ status }) => disputeBadge(status)),
      cell.note('stage', 'Stage', ({ stage }) => sentenceCase(stage)),
      cell.more('funds', 'Money', ({ funds }) => FUNDS_WORDS[funds]),
      cell.time('respond-by', 'Respond by', ({ respondBy }) => respondBy && formatTime(respondBy, timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(one)),
    ],
  }),
  none: () => ({
    words: 'If a shopper disputes a payment, it appears here with its deadline.',
    action: { href: '/docs/integrate/disputes', words: 'Read about disputes', name: 'guide' },
  }),
})

function tab(status: string, words: string, chosen: string | undefined): Html {
  const href = status === '' ? DISPUTES_PATH : `${DISPUTES_PATH}?status=${status}`
  return html`<a href="${href}" data-tab="${status || 'all'}"${attributes({ 'aria-current': status === chosen && 'page' })}>${words}</a>\n`
}

export const disputeRoutes: readonly Route[] = [disputes.route, dispute.route, accept.route, acceptRoute]
