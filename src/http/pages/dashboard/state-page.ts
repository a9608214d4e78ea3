import type { Permission, Role } from '#identity/permissions.ts'
import { type Html, html } from '../html.ts'
import { type Page, renderPage } from '../layout.ts'

/** A page that says why what was asked for is not there. */
interface StatePage {
  readonly state: 'forbidden' | 'unknown' | 'error'
  readonly heading: string
  readonly words: string | Html
}

function statePage({ state, heading, words }: StatePage): Page {
  const body = html`<main class="page">
<section class="panel panel-center" data-state="${state}">
<h1>${heading}</h1>
<p class="muted">${words}</p>
<p><a class="button button-secondary" href="/dashboard">To the dashboard</a></p>
</section>
</main>`
  return renderPage({ title: heading, body })
}

/** 403: what is missing and who can give it; without a permission, a form that none of our pages sent. */
export function forbiddenPage(missing: {
  readonly permission?: Permission | 'own' | undefined
  readonly role?: Role
}): Page {
  const { permission, role } = missing
  const words = permission
    ? html`This needs the permission <strong>${permission}</strong>, which your role (${role}) does not have. An owner or admin of your team can change roles.`
    : 'This form did not come from a page of your present sign-in. Go back, reload the page and send it again.'
  return statePage({ state: 'forbidden', heading: permission ? 'Not allowed for your role' : 'Not accepted', words })
}

/** 404: the same for what is somebody else's and what does not exist. */
export function unknownPage(): Page {
  const words = 'There is nothing at this address, or it belongs to another merchant.'
  return statePage({ state: 'unknown', heading: 'Nothing here', words })
}

/** Whatever else went wrong, with the request id for those who can look it up. */
export function errorPage(message: string, requestId: string): Page {
  const words = html`${message} <br>Request id: <code data-field="request-id">${requestId}</code>`
  return statePage({ state: 'error', heading: 'That did not work', words })
}
