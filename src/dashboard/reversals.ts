import { requeueReversal, showGivenUpReversals } from '#flows/admin/given-up-reversals.ts'
import { html } from '#html/html.ts'
import { may } from '#identity/caller.ts'
import { postButton } from './parts/form.ts'
import { formatTime } from './parts/format.ts'
import { shortId } from './parts/sheet.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { action } from './shell/screen.ts'

const PATH = '/dashboard/reversals'

/** Payments whose cancellation was never confirmed (docs/operate/monitoring.md#reversals-that-failed). */
const reversals = listing({
  path: PATH,
  permission: 'platform.read',
  title: 'Failed reversals',
  noun: 'failed reversals',
  lead: () => 'For 14 days the provider did not confirm that it canceled these payments. Check them there, then retry.',
  done: { retried: 'The worker sends this reversal again, for up to 14 days.' },
  read: (gateway, _visit, _chosen, after) => showGivenUpReversals(gateway, after, DASHBOARD_PAGE_SIZE),
  rows: (caller) => ({
    caption: 'Failed reversals, newest first',
    idOf: ({ attemptId }) => attemptId,
    columns: (cell) => [
      cell.title('transaction', 'Payment', ({ transactionId }) => shortId(transactionId)),
      cell.more('merchant', 'Merchant', ({ merchantId }) => shortId(merchantId)),
      cell.note('provider', 'Provider', ({ provider }) => provider),
      cell.more('provider-reference', 'Its reference', ({ providerReference }) => providerReference),
      cell.time('given-up', 'Stopped', ({ givenUpAt }) => givenUpAt && formatTime(givenUpAt, caller.timeZone)),
      cell.more(
        'actions',
        'Actions',
        ({ attemptId, transactionId }) =>
          html`<span class="actions">${postButton(caller, { action: '/dashboard/find/open', hidden: { transaction_id: transactionId }, words: 'View', does: 'open' })}${
            may(caller, 'merchants.manage') &&
            postButton(caller, { action: `${PATH}/${attemptId}/retry`, words: 'Retry', does: 'retry' })
          }</span>`,
      ),
    ],
  }),
  none: () => ({ words: 'Providers confirmed every reversal.', heading: 'No failed reversals' }),
})

const retryRoute = action(reversals, {
  at: '/:id/retry',
  permission: 'merchants.manage',
  done: 'retried',
  does: async (gateway, { actor, params: { id } }) => {
    await requeueReversal(gateway, actor, id)
  },
})

export const reversalRoutes = [reversals.route, retryRoute]
