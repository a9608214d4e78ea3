import type { Gateway } from '#flows/gateway.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { get } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { sentenceCase } from '../parts/format.ts'
import { statePanel } from '../parts/states.ts'
import { ifAvailable } from '../shell/read.ts'
import { type MerchantPerson, screen } from '../shell/screen.ts'
import { attentionSheet, type FirstStep, findAttentionItems, firstSteps } from './needs-attention.ts'
import { platformBody, readPlatform } from './platform.ts'
import { homeFigures, homeTiles, latestSection, reasonsSection } from './sections.ts'
import { countSheet, volumeSheet } from './volume.ts'

const LATEST = 5

const home = screen({
  path: '/dashboard',
  permission: 'own',
  page: 'home',
  query: ['currency'],
  read: async (gateway, { caller, query }) => {
    const { merchantId } = caller
    return merchantId === null
      ? readPlatform(gateway)
      : readMerchant(gateway, { ...caller, merchantId }, query.currency)
  },
  show: (caller, view) => {
    return {
      title: ('merchants' in view ? '' : caller.merchantName) || 'Tollgate',
      lead: html`Signed in as <span data-field="name">${caller.name}</span> (<span data-field="role">${sentenceCase(caller.role).toLowerCase()}</span>).`,
      body: 'merchants' in view ? platformBody(caller, view) : merchantBody(caller, view),
    }
  },
})

async function readMerchant(gateway: Gateway, caller: MerchantPerson, currency: string | undefined) {
  const { merchantId, timeZone } = caller
  const latest = (await ifAvailable(readTransactions(gateway, merchantId, { originals: true }, LATEST)))?.items ?? []
  const [steps, care, numbers] = await Promise.all([
    firstSteps(gateway, caller, latest.length > 0),
    findAttentionItems(gateway, caller),
    homeFigures(gateway, merchantId, timeZone),
  ])
  return { steps, care, ...numbers, latest: may(caller, 'payments.read') ? latest : [], currency }
}

function merchantBody(caller: PersonCaller, view: Awaited<ReturnType<typeof readMerchant>>): Html {
  const { care, figures, currency } = view
  const chart =
    figures && (may(caller, 'money.read') ? volumeSheet(figures.volumes, currency) : countSheet(figures.counts))
  const attention = attentionSheet(care, 'All clear: events are delivered, providers respond and no payment is stuck.')
  return html`${care.length > 0 && attention}
${figures ? homeTiles(figures) : statePanel('error', 'Could not load numbers', 'Reload the page to try again.')}
<div class="columns"><div>${chart}</div>
<div>${reasonsSection(view.reasons)}${care.length === 0 && attention}${checklist(view.steps)}</div></div>
${latestSection(caller, view.latest)}`
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
  ...{ guard: 'person', permission: 'own' },
  handle: async () => ({ status: 204 }),
})

export const homeRoutes = [home.route, stayRoute]
