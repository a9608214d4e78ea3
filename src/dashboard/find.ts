import { Type } from 'typebox'
import { chooseMerchantOf, type FoundTransaction, findForPlatform } from '#flows/dashboard/find-transaction.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { searchBox } from './parts/filters.ts'
import { postButton } from './parts/form.ts'
import { formatAmount, formatTime, statusBadge } from './parts/format.ts'
import { list } from './parts/list.ts'
import { amountOf, paymentHref, typeLabel } from './parts/payment-labels.ts'
import { statePanel } from './parts/states.ts'
import { trimOrUndefined } from './shell/list-query.ts'
import { ifAvailable } from './shell/read.ts'
import { action, screen } from './shell/screen.ts'

const PATH = '/dashboard/find'

const find = screen({
  path: PATH,
  permission: 'platform.read',
  query: ['q'],
  read: async (gateway, { actor, query, form }) => {
    const typed = trimOrUndefined(query.q)
    if (typed === undefined) return { q: form?.transaction_id ?? '', found: [] }
    return { q: typed, found: await ifAvailable(findForPlatform(gateway, actor, { typed, path: PATH })) }
  },
  show: (caller, { q, found }) => {
    const label = 'ID or reference (exact)'
    const hint = 'Transaction, order, session, event, attempt, 3-D Secure or request ID.'
    return {
      title: 'Find a transaction',
      lead: 'Searches all merchants. Matches, and the transactions you open, are recorded in each merchant’s audit log.',
      body: html`<form class="filters" method="get" action="${PATH}" data-form="find" role="search" aria-label="Find a transaction">
${searchBox({ value: q, label, hint })}
</form>
${q !== '' && results(caller, found)}`,
    }
  },
})

/** @param found undefined if the search took too long */
function results(caller: PersonCaller, found: readonly FoundTransaction[] | undefined): Html {
  const stopped = 'We stopped the search to keep payments fast. Try again in a moment.'
  if (found === undefined) return statePanel('error', 'This search took too long', stopped)
  if (found.length === 0)
    return statePanel('no-match', 'No matching transactions', 'No transaction matches this ID or reference.')
  const button = { action: `${PATH}/open`, words: 'Open', does: 'open' }
  return list({
    name: 'found',
    caption: 'Matching transactions, newest first',
    rows: found.map(({ transaction, merchantName }) => ({ ...transaction, merchantName })),
    idOf: ({ id }) => id,
    columns: (cell) => [
      cell.title('reference', 'Reference', ({ reference }) => reference),
      cell.state('status', 'Status', ({ status }) => statusBadge(status)),
      cell.note('type', 'Type', ({ transactionType }) => typeLabel(transactionType)),
      cell.note('merchant', 'Merchant', ({ merchantName }) => html`<span translate="no">${merchantName}</span>`),
      cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
      cell.figure('amount', 'Amount', (one) => formatAmount(amountOf(one))),
      cell.more('actions', 'Actions', ({ id }) => postButton(caller, { ...button, hidden: { transaction_id: id } })),
    ],
  })
}

/** Chooses its merchant, so that the page of the transaction opens under the banner. */
const openRoute = action(find, {
  at: '/open',
  body: Type.Object({ transaction_id: Type.String({ maxLength: 64 }) }),
  does: async (gateway, { caller, actor, body: { transaction_id: id } }) => {
    await chooseMerchantOf(gateway, actor, caller, id)
    return { status: 303, location: paymentHref(id) }
  },
})

export const findRoutes = [find.route, openRoute]
