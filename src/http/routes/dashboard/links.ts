import { Type } from 'typebox'
import { RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import * as links from '#flows/dashboard/links.ts'
import type { Gateway } from '#flows/gateway.ts'
import { findPersonCaller } from '#identity/people/dashboard-sessions.ts'
import { deadLinkPage, invitationPage, newPasswordPage } from '../../pages/dashboard/link-pages.ts'
import type { FieldProblem } from '../../pages/dashboard/parts/form.ts'
import { readCookie, sessionCookie } from '../../request/session-cookie.ts'
import { type Answer, type Route, route } from '../../route.ts'

const Token = Type.Object({ token: Type.String({ maxLength: 64 }) })
const SIGN_IN = { status: 303, location: '/dashboard/sign-in' } as const

const invitationRoute = route({
  method: 'GET',
  path: '/dashboard/invitation/:token',
  guard: 'open',
  summary: 'An invitation to a team',
  params: Token,
  handle: (gateway, { params, header }) => showInvitation(gateway, params.token, header('cookie')),
})

const acceptRoute = route({
  method: 'POST',
  path: '/dashboard/invitation/:token',
  guard: 'open',
  ownPagesOnly: true,
  summary: 'Accept an invitation',
  params: Token,
  takes: 'form',
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 100 })),
    password: Type.Optional(Type.String({ maxLength: 512 })),
    csrf: Type.Optional(Type.String()),
  }),
  handle: async (gateway, { params, body, header }) => {
    const invitation = await links.showInvitation(gateway, params.token)
    if (!invitation) return dead(gateway)
    const { name = '', password = '' } = body
    const caller = await ownerOf(gateway, invitation, header('cookie'))
    // Whoever has an account shows that it is theirs: a stranger may have made one with this e-mail.
    if (invitation.isKnown && !caller) return showInvitation(gateway, params.token, header('cookie'))
    try {
      const wanted = invitation.isKnown ? null : { name, password: new Secret(password) }
      await links.acceptInvitation(gateway, invitation, wanted)
      return { status: 303, location: invitation.isKnown ? '/dashboard' : SIGN_IN.location }
    } catch (error) {
      const page = { realm: gateway.settings.realm, token: params.token, invitation, typedName: name }
      return { status: 422, page: invitationPage({ ...page, problems: problemsOf(error) }) }
    }
  },
})

const newPasswordRoute = route({
  method: 'GET',
  path: '/dashboard/new-password/:token',
  guard: 'open',
  summary: 'A new password by a link',
  params: Token,
  handle: async (gateway, { params }) => {
    const email = await links.showPasswordLink(gateway, params.token)
    if (email === undefined) return dead(gateway)
    return { status: 200, page: newPasswordPage({ realm: gateway.settings.realm, token: params.token, email }) }
  },
})

const takePasswordRoute = route({
  method: 'POST',
  path: '/dashboard/new-password/:token',
  guard: 'open',
  ownPagesOnly: true,
  summary: 'Take a new password',
  params: Token,
  takes: 'form',
  body: Type.Object({ password: Type.String({ maxLength: 512 }) }),
  handle: async (gateway, { params, body }) => {
    const { token } = params
    const email = await links.showPasswordLink(gateway, token)
    if (email === undefined) return dead(gateway)
    try {
      await links.takeNewPassword(gateway, token, new Secret(body.password))
      return SIGN_IN
    } catch (error) {
      const problems = problemsOf(error)
      return { status: 422, page: newPasswordPage({ realm: gateway.settings.realm, token, email, problems }) }
    }
  },
})

/** Links that people are given. */
export const linkRoutes: readonly Route[] = [invitationRoute, acceptRoute, newPasswordRoute, takePasswordRoute]

async function showInvitation(gateway: Gateway, token: string, cookies: string | undefined): Promise<Answer> {
  const invitation = await links.showInvitation(gateway, token)
  if (!invitation) return dead(gateway)
  const caller = await ownerOf(gateway, invitation, cookies)
  const { realm } = gateway.settings
  return { status: 200, page: invitationPage({ realm, token, invitation, csrfToken: caller?.csrfToken }) }
}

/** The person who was invited, where they are signed in. */
async function ownerOf({ sql, settings }: Gateway, { email }: { readonly email: string }, cookies: string | undefined) {
  const session = readCookie(cookies, sessionCookie(settings.baseUrl))
  const caller = session ? await findPersonCaller(sql, session, settings) : undefined
  return caller?.email === email ? caller : undefined
}

function dead({ settings }: Gateway): Answer {
  return { status: 404, page: deadLinkPage(settings.realm) }
}

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof RequestError) || error.kind !== 'invalid') throw error
  return error.problems.map(({ property, message }) => ({ field: property, message }))
}
