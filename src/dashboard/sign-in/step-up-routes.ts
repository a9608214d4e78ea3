import { Type } from 'typebox'
import { html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'
import { readCookie, sessionCookie } from '#http/request/session-cookie.ts'
import { setSignInCookie } from '#http/request/sign-in-cookie.ts'
import { get, type Route } from '#http/route.ts'
import type { SignInService } from '#identity/index.ts'
import { takePendingForm } from '#identity/people/pending-form.ts'
import { CONTINUE, safeReturnPath } from '../shell/safe-redirect.ts'
import { signInFrame } from './page.ts'

export function stepUpRoutes(signIn: SignInService): readonly Route[] {
  return [stepUpRoute(signIn), continueRoute]
}

const stepUpRoute = ({ client, interactions }: SignInService) =>
  get('/dashboard/step-up', {
    guard: 'person',
    permission: 'own',
    summary: 'Re-authenticate the user',
    query: Type.Object({ back: Type.Optional(Type.String()) }),
    handle: async ({ settings }, { query, caller, origin }) => {
      const { location, begun } = await client.begin(origin, 0, caller.email)
      // Without a page to go back to, a form waits.
      const back = query.back === undefined ? CONTINUE : safeReturnPath(query.back)
      const headers = setSignInCookie(settings.baseUrl, { ...begun, back, stepUpOf: caller.sessionId })
      if (interactions) return { status: 303, location, headers }
      return { status: 200, page: leavePage(settings.realm, location), headers }
    },
  })

const continueRoute = get(CONTINUE, {
  guard: 'person',
  permission: 'own',
  summary: 'Continue with the form that waited for re-authentication',
  handle: async ({ settings, sql }, { caller, header }) => {
    const token = readCookie(header('cookie'), sessionCookie(settings.baseUrl)) ?? ''
    const form = await takePendingForm(sql, caller.sessionId, token)
    if (!form) return { status: 303, location: '/dashboard' }
    return { status: 200, page: continuePage(settings.realm, caller.csrfToken, form) }
  },
})

/** Sends the form that waited, with the token of the new session. */
function continuePage(
  realm: string,
  csrf: string,
  { action, fields }: { readonly action: string; readonly fields: Readonly<Record<string, string>> },
): Page {
  const content = html`<h1>Thank you</h1>
<p class="muted">Identity confirmed. Continue with your action.</p>
<form class="stack" method="post" action="${action}" data-form="continue">
${hiddenFields({ ...fields, csrf })}
<button class="button button-primary" data-action="continue" autofocus>Continue</button>
</form>`
  return signInFrame({ realm }, { page: 'step-up', title: 'Continue', content })
}

/** A form may not be led to another site by the page's policy; a link may lead there. */
function leavePage(realm: string, address: string): Page {
  const content = html`<h1>Confirm it is you</h1>
<p class="muted">This action involves money or secrets, so your identity provider asks again. Your form is saved.</p>
<p><a class="button button-primary" href="${address}" data-action="confirm">Continue</a></p>
<p><a class="button button-quiet" href="/dashboard">Cancel</a></p>`
  return signInFrame({ realm }, { page: 'step-up', title: 'Confirm it is you', content })
}
