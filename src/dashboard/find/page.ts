import type { FoundTransaction } from '#flows/dashboard/find-transaction.ts'
import { type Html, html } from '#html/html.ts'
import { searchBox } from '../parts/filters.ts'
import { type FieldProblem, postButton, problemSummary } from '../parts/form.ts'
import { formatAmount, formatTime, statusBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { amountOf, typeLabel } from '../parts/payment-labels.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

const PATH = '/dashboard/find'

interface FindView {
  readonly q: string
  /** Undefined where it could not be read in time. */
  readonly found: readonly FoundTransaction[] | undefined
  readonly problems?: readonly FieldProblem[]
}

export function findPage(caller: Viewer, { q, found, problems = [] }: FindView): DashboardPageAnswer {
  const label = 'ID or reference (exact)'
  const hint = 'Transaction, order, session, event, attempt, 3-D Secure or request ID.'
  return dashboardPage(caller, {
    page: 'find',
    title: 'Find a transaction',
    lead: 'Searches all merchants. Matches, and the transactions you open, are recorded in each merchant’s audit log.',
    status: problems.length > 0 ? 422 : 200,
    body: html`${problemSummary(problems)}<form class="filters" method="get" action="${PATH}" data-form="find" role="search" aria-label="Find a transaction">
${searchBox({ value: q, label, hint })}
</form>
${q !== '' && results(caller, found)}`,
  })
}

function results(caller: Viewer, found: FindView['found']): Html {
  if (found === undefined) {
    const words = 'We stopped the search to keep payments fast. Try again in a moment.'
    return statePanel({ state: 'error', heading: 'This search took too long', words })
  }
  if (found.length === 0) {
    const words = 'No transaction matches this ID or reference.'
    return statePanel({ state: 'no-match', heading: 'No matching transactions', words })
  }
  return list({
    name: 'found',
    caption: 'Matching transactions, newest first',
    rows: found,
    idOf: ({ transaction }) => transaction.id,
    columns: (cell) => [
      cell.title('reference', 'Reference', ({ transaction }) => transaction.reference),
      cell.state('status', 'Status', ({ transaction }) => statusBadge(transaction.status)),
      cell.note('type', 'Type', ({ transaction }) => typeLabel(transaction.transactionType)),
      cell.note('merchant', 'Merchant', ({ merchantName }) => html`<span translate="no">${merchantName}</span>`),
      cell.time('time', `Time (${caller.timeZone})`, ({ transaction }) =>
        formatTime(transaction.createdAt, caller.timeZone),
      ),
      cell.figure('amount', 'Amount', ({ transaction }) => formatAmount(amountOf(transaction))),
      cell.more('actions', 'Actions', ({ transaction }) => openButton(caller, transaction.id)),
    ],
  })
}

function openButton(caller: Viewer, id: string): Html {
  const hidden = { transaction_id: id }
  return postButton(caller, { action: `${PATH}/open`, hidden, words: 'Open', does: 'open' })
}
