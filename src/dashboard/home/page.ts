import { showMerchants } from '#flows/admin/merchants.ts'
import { showSystem } from '#flows/admin/system.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { get } from '#http/route.ts'
import { VERSION } from '#http/version.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { merchantRows } from '../merchants.ts'
import { sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { statePanel } from '../parts/states.ts'
import { ifAvailable } from '../shell/read.ts'
import { type MerchantPerson, screen } from '../shell/screen.ts'
import { systemTiles } from '../system.ts'
import { homeFigures } from './figures.ts'
import { type AttentionItem, type FirstStep, findAttentionItems, firstSteps } from './needs-attention.ts'
import { homeTiles, latestSection, reasonsSection } from './sections.ts'
import { countSheet, volumeSheet } from './volume.ts'

const LATEST = 5

const home = screen({
  path: '/dashboard',
  permission: 'own',
  summary: 'Home of the dashboard',
  page: 'home',
  query: ['currency'],
  read: async (gateway, { caller, query }) => {
    const { merchantId } = caller
    return merchantId === null
      ? readPlatform(gateway)
      : readMerchant(gateway, { ...caller, merchantId }, query.currency)
  },
  show: (caller, view) => {
    const days = !('merchants' in view) && ` Days are in ${caller.timeZone}.`
    return {
      title: ('merchants' in view ? '' : caller.merchantName) || 'Tollgate',
      lead: html`Signed in as <span data-field="name">${caller.name}</span> (<span data-field="role">${sentenceCase(caller.role).toLowerCase()}</span>).${days}`,
      body: 'merchants' in view ? platformBody(caller, view) : merchantBody(caller, view),
    }
  },
})

async function readPlatform(gateway: Gateway) {
  const [system, { items: merchants }] = await Promise.all([
    ifAvailable(showSystem(gateway, VERSION)),
    showMerchants(gateway, undefined, LATEST),
  ])
  return { system, now: gateway.clock.now(), merchants }
}

function platformBody(
  caller: PersonCaller,
  { system, now, merchants }: Awaited<ReturnType<typeof readPlatform>>,
): Html {
  const action = { href: '/dashboard/merchants', words: 'Create a merchant', name: 'choose' }
  const none = { heading: 'No merchants yet', words: 'Create your first merchant.', action }
  return html`${system && systemTiles(system, now)}
<section class="stack"><div class="sheet-head"><h2>Newest merchants</h2><a href="/dashboard/merchants">View all merchants</a></div>
${merchants.length > 0 ? list({ name: 'merchants', ...merchantRows(caller), rows: merchants }) : statePanel({ state: 'empty', ...none })}</section>`
}

async function readMerchant(gateway: Gateway, caller: MerchantPerson, currency: string | undefined) {
  const { merchantId, timeZone } = caller
  const latest = (await ifAvailable(readTransactions(gateway, merchantId, {}, LATEST)))?.items ?? []
  const [steps, care, numbers] = await Promise.all([
    firstSteps(gateway, caller, latest.length > 0),
    findAttentionItems(gateway, caller),
    homeFigures(gateway, merchantId, timeZone),
  ])
  return { steps, care, ...numbers, latest: may(caller, 'payments.read') ? latest : [], currency }
}

function merchantBody(caller: PersonCaller, view: Awaited<ReturnType<typeof readMerchant>>): Html {
  const { care, figures, currency } = view
  const noFigures = { heading: 'Could not load numbers', words: 'Reload the page to try again.' }
  const chart =
    figures && (may(caller, 'money.read') ? volumeSheet(figures.volumes, currency) : countSheet(figures.counts))
  return html`${care.length > 0 && careList(care)}
${figures ? homeTiles(figures) : statePanel({ state: 'error', ...noFigures })}
<div class="columns"><div>${chart}${latestSection(caller, view.latest)}</div>
<div>${reasonsSection(view.reasons)}${care.length === 0 && allClear()}${checklist(view.steps)}</div></div>`
}

function allClear(): Html {
  return html`<section class="sheet"><h2>Needs attention</h2><p class="muted" data-field="care">All clear: events are delivered, providers respond and no payment is stuck.</p></section>`
}

function careList(care: readonly AttentionItem[]): Html {
  const items = care.map(
    ({ name, words, href }) =>
      html`<li data-id="${name}"><a href="${href}"><span data-field="words">${words}</span></a></li>
`,
  )
  return html`<section class="notice notice-warning" aria-labelledby="care"><h2 id="care">Needs attention</h2><ul data-list="care">${items}</ul></section>`
}

function checklist(steps: readonly FirstStep[]): Html | false {
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return false
  const items = steps.map(
    (step) =>
      html`<li data-id="${step.name}" data-done="${step.done ? 'yes' : 'no'}"><a href="${step.href}">${step.words}</a>${step.done && html`<span class="visually-hidden"> (done)</span>`}</li>
`,
  )
  return html`<section class="sheet" data-section="checklist"><h2>Get started</h2>
<p class="muted"><span data-field="steps-done">${done}</span> of ${steps.length} done.</p>
<ol class="steps">${items}</ol></section>`
}

/** Asked by the script of a page whose reader wants to stay; any request keeps the session. */
const stayRoute = get('/dashboard/stay', {
  ...{ guard: 'person', permission: 'own', summary: 'Stay signed in' },
  handle: async () => ({ status: 204 }),
})

export const homeRoutes = [home.route, stayRoute]
