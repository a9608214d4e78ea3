import { html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { get, type Route } from '../route.ts'

/** Page for people at the address of the gateway. */
export const landingRoute = (hasDashboard: boolean): Route =>
  get('/', {
    guard: 'open',
    summary: 'The landing page of the gateway',
    handle: async ({ settings: { realm, shopPort } }) => {
      const shopUrl = shopPort === null ? null : `http://localhost:${shopPort}`
      return { status: 200, page: landingPage({ realm, shopUrl, hasDashboard }) }
    },
  })

interface Landing {
  readonly realm: string
  readonly shopUrl: string | null
  readonly hasDashboard: boolean
}

function landingPage({ realm, shopUrl, hasDashboard }: Landing): Page {
  const body = html`<main class="page">
<section class="panel">
<p class="eyebrow">Payment gateway · ${realm}</p>
<h1>Tollgate</h1>
<p class="muted">This is a Tollgate payment gateway.${hasDashboard && ' Sign in to the dashboard to manage payments.'}</p>
${hasDashboard && html`<a class="button button-primary" href="/dashboard" data-action="dashboard">Dashboard</a>`}
<a class="button button-secondary" href="/docs" data-action="docs">Documentation</a>
<a class="button button-secondary" href="/docs/api" data-action="reference">API reference</a>
${shopUrl !== null && html`<a class="button button-secondary" href="${shopUrl}" data-action="shop">Demo shop</a>`}
</section>
</main>`
  return renderPage({ title: 'Tollgate', page: 'landing', body })
}
