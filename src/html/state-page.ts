import type { Permission, Role } from '#identity/permissions.ts'
import { type Html, html } from './html.ts'
import { type Page, renderPage } from './layout.ts'

interface StatePage {
  readonly state: 'forbidden' | 'unknown' | 'error'
  readonly heading: string
  readonly words: string | Html
  readonly ways?: readonly (readonly [path: string, words: string])[]
}

const DASHBOARD = [['/dashboard', 'Go to dashboard']] as const

function statePage({ state, heading, words, ways = DASHBOARD }: StatePage): Page {
  const body = html`<main class="page">
<section class="panel panel-center" data-state="${state}">
<h1>${heading}</h1>
<p class="muted">${words}</p>
${ways.map(([path, name]) => html`<p><a class="button button-secondary" href="${path}">${name}</a></p>`)}
</section>
</main>`
  return renderPage({ title: heading, body })
}

/** 403: the missing permission and who can grant it; without a permission, a form that none of our pages sent. */
export function forbiddenPage(missing: {
  readonly permission?: Permission | 'own' | undefined
  readonly role?: Role
}): Page {
  const { permission, role } = missing
  const words = permission
    ? html`This requires the permission <strong>${permission}</strong>. Your role (${role}) does not have it. An owner or admin of your team can change roles.`
    : 'This form is from another sign-in. Go back, reload the page and try again.'
  return statePage({ state: 'forbidden', heading: permission ? 'You do not have permission' : 'Form expired', words })
}

/** 404: equal for pages of other merchants and for none. @param ways where to continue, if no merchant is meant */
export function unknownPage(ways?: StatePage['ways']): Page {
  const words = ways
    ? 'Check the address, or continue with one of these pages.'
    : 'This page does not exist, or it belongs to another merchant.'
  return statePage({ state: 'unknown', heading: 'Page not found', words, ...(ways && { ways }) })
}

/** Any other error, with the request ID for support. */
export function errorPage(message: string, requestId: string): Page {
  const words = html`${message} <br>Request ID: <code data-field="request-id">${requestId}</code>`
  return statePage({ state: 'error', heading: 'Something went wrong', words })
}
