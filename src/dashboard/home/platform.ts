import { showMerchants } from '#flows/admin/merchants.ts'
import { showSystem } from '#flows/admin/system.ts'
import { readPlatformToday } from '#flows/analytics.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { VERSION } from '#http/version.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { SystemOverview } from '#interface/system.ts'
import { merchantRows } from '../merchants.ts'
import { formatCount } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { statePanel } from '../parts/states.ts'
import { approvedTiles, tiles } from '../parts/tiles.ts'
import { ifAvailable } from '../shell/read.ts'
import { deliveryLag } from '../system.ts'
import { attentionSheet } from './needs-attention.ts'
import { countTile, rateTile } from './sections.ts'

const NEWEST = 5

/** Home of an operator who has not chosen a merchant. */
export async function readPlatform(gateway: Gateway) {
  const [system, today, { items: merchants }] = await Promise.all([
    ifAvailable(showSystem(gateway, VERSION)),
    ifAvailable(readPlatformToday(gateway)),
    showMerchants(gateway, undefined, NEWEST),
  ])
  return { system, today, now: gateway.clock.now(), merchants }
}

export function platformBody(caller: PersonCaller, view: Awaited<ReturnType<typeof readPlatform>>): Html {
  const { system, today, now, merchants } = view
  const action = { href: '/dashboard/merchants', words: 'Create a merchant', name: 'choose' }
  const none = statePanel('empty', 'No merchants yet', 'Create your first merchant.', action)
  const amounts = today && may(caller, 'money.read') ? approvedTiles(today.currencies) : []
  return html`${
    today &&
    tiles([
      countTile('today', 'Payments today', today, 'same day last week'),
      rateTile('today-rate', 'Approval rate today', today),
      ...amounts,
    ])
  }
${system && systemSheet(system, now)}
<section class="stack"><div class="sheet-head"><h2>Newest merchants</h2><a href="/dashboard/merchants">View all merchants</a></div>
${merchants.length > 0 ? list({ name: 'merchants', ...merchantRows(caller), rows: merchants }) : none}</section>`
}

function systemSheet(system: SystemOverview, now: Date): Html {
  const { reversalsGivenUp, openCircuits, overdueTransactions, lastLedgerProof } = system
  const rows = [
    ['given-up-reversals', reversalsGivenUp, 'Reversals that were never confirmed', 'View reversals', 'reversals'],
    ['open-circuits', openCircuits.length, 'Provider accounts that do not respond', 'View providers', 'providers'],
    ['overdue', overdueTransactions, 'Payments past their time', 'View system', 'system'],
    ['proof', lastLedgerProof?.discrepancies ?? 0, 'Discrepancies in the ledger', 'View system', 'system'],
  ] as const
  const items = rows.flatMap(([name, count, words, button, page]) =>
    count > 0 ? [{ name, count: formatCount(count), words, button, page }] : [],
  )
  const lag = html`<span data-field="worker-lag">${formatCount(deliveryLag(system, now))} s</span>`
  return attentionSheet(
    items,
    html`All clear: providers respond, no payment is stuck, and the oldest waiting event is ${lag} old.`,
  )
}
