import { assetPath } from '#html/assets.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { get, type Route } from '../route.ts'
import { type DemoMerchant, type FindDemoMerchant, isOnOwnMachine } from './docs/demo-route.ts'
import type { GatewayLink } from './gateway-links.ts'

interface Landing {
  readonly links: readonly GatewayLink[]
  readonly demo: FindDemoMerchant | undefined
}

/** Page for people at the address of the gateway. */
export const landingRoute = ({ links, demo }: Landing): Route =>
  get('/', {
    guard: 'open',
    handle: async ({ settings }, context) => {
      const hasSteps = settings.realm === 'uat' && links.length === 2
      const merchant = isOnOwnMachine(settings, context) ? demo?.() : undefined
      return { status: 200, page: landingPage(links, settings.realm, hasSteps && drawSteps(merchant)) }
    },
  })

const DOCUMENTS = [
  { action: 'docs', address: '/docs', title: 'Documentation' },
  { action: 'reference', address: '/docs/api', title: 'API reference' },
] as const

const READERS = {
  dashboard: 'For shop owners and operators: manage payments.',
  shop: 'For a first look: buy a coffee with a test card.',
  docs: 'For everyone: from the first payment to going live.',
  reference: 'For developers: every operation, ready to try.',
}

function landingPage(links: readonly GatewayLink[], realm: string, steps: Html | false): Page {
  const buttons = [...links, ...DOCUMENTS].map(({ action, address, title }) => {
    const kind = action === 'dashboard' ? 'primary' : 'secondary'
    return html`<p class="field"><a class="button button-${kind}" href="${address}" data-action="${action}">${title}</a>
<span class="hint">${READERS[action]}</span></p>
`
  })
  const body = html`<main class="page"><div class="docs-cards">
<section class="panel">
<img src="${assetPath('icon.svg')}" alt="" width="48" height="48">
<div><h1>Tollgate</h1>
<p class="muted">Payment gateway · ${realm}</p></div>
${buttons}</section>
${steps}
</div></main>`
  return renderPage({ title: 'Tollgate', page: 'landing', body, styles: ['docs/docs.css'] })
}

/** First steps of README.md. @param merchant only for a browser on the gateway's own machine */
function drawSteps(merchant: DemoMerchant | undefined): Html {
  const signIn = merchant?.email
    ? html`as <code>${merchant.email}</code> with the password <code>${merchant.password}</code>`
    : html`with <code>email</code> and <code>password</code> of <code>merchant</code> in <code>data/demo.json</code>`
  return html`<section class="panel">
<h2>Start</h2>
<ol>
<li>Open the demo shop, and buy a coffee with the card that is already entered.</li>
<li>Choose the outcome on the bank’s page.</li>
<li>Sign in to the dashboard ${signIn}.</li>
<li>Find your payment at the top of the list, and refund it.</li>
</ol>
<p class="muted">No real money moves here: every bank and wallet is simulated.</p>
</section>
`
}
