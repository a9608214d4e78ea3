import { Type } from 'typebox'
import { readCookie, sessionCookie } from '#http/request/session-cookie.ts'
import { setSignInCookie } from '#http/request/sign-in-cookie.ts'
import { type Route, route } from '#http/route.ts'
import type { SignInService } from '#identity/index.ts'
import { takePendingForm } from '#identity/people/pending-form.ts'
import { CONTINUE, safeReturnPath } from '../shell/safe-redirect.ts'
import { continuePage, leavePage } from './step-up-page.ts'

export function stepUpRoutes(signIn: SignInService): readonly Route[] {
  return [stepUpRoute(signIn), continueRoute]
}

const stepUpRoute = ({ client, interactions }: SignInService) =>
  route({
    method: 'GET',
    path: '/dashboard/step-up',
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

const continueRoute = route({
  method: 'GET',
  path: CONTINUE,
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
