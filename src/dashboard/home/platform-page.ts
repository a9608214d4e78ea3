import { html } from '#html/html.ts'
import type { SystemOverview } from '#interface/system.ts'
import type { MerchantRecord } from '#store/merchants/merchants.ts'
import { merchantRows } from '../merchants/list.ts'
import { sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { systemTiles } from '../system/tiles.ts'

export interface PlatformHomeView {
  /** Undefined if it could not be read in time. */
  readonly system: SystemOverview | undefined
  readonly now: Date
  readonly merchants: readonly MerchantRecord[]
}

export function platformHomePage(caller: Viewer, { system, now, merchants }: PlatformHomeView): DashboardPageAnswer {
  return dashboardPage(caller, {
    page: 'home',
    title: 'Tollgate',
    lead: html`Signed in as <span data-field="name">${caller.name}</span> (<span data-field="role">${sentenceCase(caller.role).toLowerCase()}</span>).`,
    body: html`${system && systemTiles(system, now)}
<section class="stack"><div class="sheet-head"><h2>Newest merchants</h2><a href="/dashboard/merchants">View all merchants</a></div>
${merchants.length > 0 ? list({ name: 'merchants', ...merchantRows(caller), rows: merchants }) : noMerchants()}</section>`,
  })
}

function noMerchants() {
  const action = { href: '/dashboard/merchants', words: 'Create a merchant', name: 'choose' }
  return statePanel({ state: 'empty', heading: 'No merchants yet', words: 'Create your first merchant.', action })
}
