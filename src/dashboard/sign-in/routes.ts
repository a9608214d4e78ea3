import { Type } from 'typebox'
import { resolveExternalPerson } from '#flows/dashboard/external-people.ts'
import type { Gateway } from '#flows/gateway.ts'
import { html } from '#html/html.ts'
import type { Page } from '#html/layout.ts'
import { hiddenFields } from '#html/parts.ts'
import { readCookie, sessionCookie, setCookie } from '#http/request/session-cookie.ts'
import { readSignInCookie, type SignInMemory, setSignInCookie } from '#http/request/sign-in-cookie.ts'
import { type Answer, get, post, type Route } from '#http/route.ts'
import { gatewayOrigins } from '#identity/gateway-origins.ts'
import type { SignInService } from '#identity/index.ts'
import type { BackChannelLogout } from '#identity/people/back-channel-logout.ts'
import { endSession, findPersonCaller, openSession, renewSession } from '#identity/people/dashboard-sessions.ts'
import { takePendingForm } from '#identity/people/pending-form.ts'
import { isActivePerson } from '#identity/people/sign-in.ts'
import { CONTINUE, safeRememberedPath, safeReturnPath } from '../shell/safe-redirect.ts'
import { noAccessPage, noCookiesPage, signedOutPage, signInFailedPage, signInFrame, signingOutPage } from './page.ts'

const SIGN_IN = '/dashboard/sign-in'
const TEXT = Type.String()

export function signInRoutes(signIn: SignInService): readonly Route[] {
  const { backChannel } = signIn
  const foreign = backChannel ? [signedOutRoute, backChannelRoute(backChannel)] : []
  return [beginRoute(signIn), callbackRoute(signIn), signOutRoute(signIn), ...foreign]
}

const beginRoute = ({ client, interactions }: SignInService) =>
  get(SIGN_IN, {
    guard: 'open',
    query: Type.Object({ back: Type.Optional(Type.String()) }),
    handle: async ({ settings }, { header, query, origin }) => {
      const back = safeReturnPath(query.back)
      const home = gatewayOrigins(settings.dashboardUrl)[0]
      // Another provider returns people to one address, and the cookie of their sign-in has to be there.
      if (!interactions && origin !== home)
        return { status: 303, location: `${home}${SIGN_IN}?back=${encodeURIComponent(back)}` }
      // Another provider still knows a person whose session here has ended: it has to ask who sits there now.
      const isBack = !interactions && readCookie(header('cookie'), sessionCookie(settings.dashboardUrl)) !== undefined
      const { location, begun } = await client.begin(origin, isBack ? 0 : settings.dashboardSessionSeconds)
      const memory = { ...begun, back, stepUpOf: null }
      return { status: 303, location, headers: setSignInCookie(settings.dashboardUrl, memory) }
    },
  })

const callbackRoute = ({ client, interactions }: SignInService) =>
  get('/dashboard/callback', {
    guard: 'open',
    query: Type.Partial(Type.Object({ code: TEXT, state: TEXT, iss: TEXT, error: TEXT, session_state: TEXT })),
    handle: async (gateway, { header, ip, query, origin }) => {
      const { settings, sql } = gateway
      const { dashboardUrl: baseUrl } = settings
      const memory = readSignInCookie(baseUrl, header('cookie'))
      const address = new URL(`${origin}/dashboard/callback?${new URLSearchParams(query)}`)
      const proven = memory && (await client.complete(address, strictly(memory, settings)))
      if (header('cookie') === undefined) return { status: 400, page: noCookiesPage(settings.realm) }
      // A foreign provider may sign the same person in again without asking, and so without end.
      if (!proven && !interactions) return { status: 400, page: signInFailedPage(settings.realm) }
      if (!proven) return { status: 303, location: SIGN_IN }
      const personId = interactions ? proven.subject : await resolveExternalPerson(gateway, proven)
      const { provider } = proven
      if (personId === undefined || !(await isActivePerson(sql, personId))) {
        // The identity provider may know people who have no account here.
        const leaving = (await client.leave(provider.idToken)) ?? SIGN_IN
        return { status: 403, page: noAccessPage(settings.realm, leaving) }
      }
      const place = sessionCookie(baseUrl)
      const back = safeRememberedPath(memory.back)
      if (memory.stepUpOf !== null) {
        const token = readCookie(header('cookie'), place) ?? ''
        const caller = await findPersonCaller(sql, token, settings)
        if (caller?.sessionId !== memory.stepUpOf || caller.personId !== personId)
          return { status: 303, location: SIGN_IN }
        const session = { token, sessionId: caller.sessionId }
        const methods = [...new Set([...caller.methods, ...proven.methods])]
        const fresh = await renewSession(sql, session, methods, interactions ? undefined : provider)
        return fresh ? goOn(baseUrl, back, fresh) : { status: 303, location: SIGN_IN }
      }
      const where = { userAgent: (header('user-agent') ?? '').slice(0, 500), address: ip }
      const cookie = readCookie(header('cookie'), place)
      const signIn = { personId, methods: proven.methods, ...where, cookie, ...(!interactions && { provider }) }
      return goOn(baseUrl, back, await openSession(sql, signIn, settings))
    },
  })

/** Cookies can be written by the browser's user, so an old sign-in is no fresh proof. */
function strictly(memory: SignInMemory, { dashboardSessionSeconds }: Gateway['settings']): SignInMemory {
  const atMost = memory.stepUpOf === null ? dashboardSessionSeconds : 0
  return { ...memory, maxAge: Math.min(memory.maxAge, atMost) }
}

function goOn(baseUrl: string, back: string, token: string): Answer {
  return { status: 303, location: back, headers: setCookie(sessionCookie(baseUrl), token) }
}

const signOutRoute = ({ client, interactions }: SignInService) =>
  post('/dashboard/sign-out', {
    guard: 'person',
    permission: 'own',
    handle: async ({ settings, sql }, { caller, header }) => {
      const place = sessionCookie(settings.dashboardUrl)
      const idToken = await endSession(sql, readCookie(header('cookie'), place)!, caller.sessionId)
      const headers = setCookie(place, '')
      if (interactions) return { status: 303, location: SIGN_IN, headers }
      const leaving = await client.leave(idToken)
      if (leaving === undefined) return { status: 303, location: SIGNED_OUT, headers }
      // The policy of our pages lets no form, nor what it leads to, leave for another site.
      const onward = { ...headers, refresh: `0; url=${leaving}` }
      return { status: 200, page: signingOutPage(settings.realm, leaving), headers: onward }
    },
  })

const SIGNED_OUT = '/dashboard/signed-out'

const signedOutRoute = get(SIGNED_OUT, {
  guard: 'open',
  query: Type.Partial(Type.Object({ state: TEXT })),
  handle: async ({ settings }) => ({ status: 200, page: signedOutPage(settings.realm) }),
})

/** OpenID Connect Back-Channel Logout 1.0, sections 2.5 and 2.8. */
const backChannelRoute = (backChannel: BackChannelLogout) =>
  post('/dashboard/back-channel-logout', {
    guard: 'open',
    takes: 'form',
    body: Type.Object({ logout_token: Type.String({ maxLength: 8192 }) }),
    handle: async (_gateway, { body }) => {
      const isTaken = await backChannel.end(body.logout_token)
      return isTaken ? { status: 200, json: {} } : { status: 400, json: { error: 'invalid_request' } }
    },
  })

export function stepUpRoutes(signIn: SignInService): readonly Route[] {
  return [stepUpRoute(signIn), continueRoute]
}

const stepUpRoute = ({ client, interactions }: SignInService) =>
  get('/dashboard/step-up', {
    guard: 'person',
    permission: 'own',
    query: Type.Object({ back: Type.Optional(Type.String()) }),
    handle: async ({ settings }, { query, caller, origin }) => {
      const { location, begun } = await client.begin(origin, 0, caller.email)
      // Without a page to go back to, a form waits.
      const back = query.back === undefined ? CONTINUE : safeReturnPath(query.back)
      const headers = setSignInCookie(settings.dashboardUrl, { ...begun, back, stepUpOf: caller.sessionId })
      if (interactions) return { status: 303, location, headers }
      return { status: 200, page: leavePage(settings.realm, location), headers }
    },
  })

const continueRoute = get(CONTINUE, {
  guard: 'person',
  permission: 'own',
  handle: async ({ settings, sql }, { caller, header }) => {
    const token = readCookie(header('cookie'), sessionCookie(settings.dashboardUrl)) ?? ''
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
