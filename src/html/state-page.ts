import type { Permission, Role } from '#identity/permissions.ts'
import { assetPath } from './assets.ts'
import { type Html, html } from './html.ts'
import { type Page, renderPage } from './layout.ts'

/** Why there is no page, and where to continue. */
export interface State {
  readonly state: 'forbidden' | 'unknown' | 'error'
  readonly heading: string
  readonly words: string | Html
  readonly ways?: Ways
}

export type Ways = readonly (readonly [path: string, words: string])[]

const DASHBOARD = [['/dashboard', 'Go to dashboard']] as const

export function statePage(content: State): Page {
  const { state, heading } = content
  const body = html`<main class="page">
<section class="panel panel-center" data-state="${state}">
<img src="${assetPath('icon.svg')}" alt="Tollgate" width="40" height="40">
<h1>${heading}</h1>
${stateBody(content)}
</section>
</main>`
  return renderPage({ title: heading, body })
}

export function stateBody({ words, ways = DASHBOARD }: State): Html {
  const links = ways.map(
    (
      [path, name],
      place,
    ) => html`<a class="button button-${place === 0 ? 'primary' : 'secondary'}" href="${path}">${name}</a>
`,
  )
  return html`<p class="muted">${words}</p>
<p>${links}</p>`
}

/** 403: the missing permission and who can grant it; without a permission, a form that none of our pages sent. */
export function forbidden(missing: {
  readonly permission?: Permission | 'own' | undefined
  readonly role?: Role
}): State {
  const { permission, role } = missing
  const words = permission
    ? html`This requires the permission <strong>${permission}</strong>. Your role (${role}) does not have it. An owner or admin of your team can change roles.`
    : 'This form is from another sign-in. Go back, reload the page and try again.'
  return { state: 'forbidden', heading: permission ? 'You do not have permission' : 'Form expired', words }
}

/** 404 in the dashboard: equal for pages of other merchants and for none. */
export const UNKNOWN: State = {
  state: 'unknown',
  heading: 'Page not found',
  words: 'This page does not exist, or it belongs to another merchant.',
}

/** Any other error, with the request ID for support. */
export function failure(message: string, requestId: string, heading = 'Something went wrong'): State {
  const words = html`${message} <br>Request ID: <code data-field="request-id">${requestId}</code>`
  return { state: 'error', heading, words }
}
