import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { invalid } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import * as links from '#flows/dashboard/links.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readCookie, sessionCookie } from '#http/request/session-cookie.ts'
import { type Answer, get, post, type Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { findPersonCaller } from '#identity/people/dashboard-sessions.ts'
import type { FieldProblem } from '../parts/form.ts'
import { expiredLinkPage, invitationPage, newPasswordPage } from './page.ts'

const Token = Type.Object({ token: Type.String({ maxLength: 64 }) })
const SIGN_IN = { status: 303, location: '/dashboard/sign-in' } as const

const invitationRoute = get('/dashboard/invitation/:token', {
  guard: 'open',
  params: Token,
  handle: (gateway, { params, header }) => showInvitation(gateway, params.token, header('cookie')),
})

const acceptRoute = post('/dashboard/invitation/:token', {
  guard: 'open',
  ownPagesOnly: true,
  params: Token,
  takes: 'form',
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: LONGEST_NAME.person })),
    password: Type.Optional(Type.String({ maxLength: 512 })),
    csrf: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  again: (gateway, { params, body, header }, problems) =>
    showInvitation(gateway, params.token, header('cookie'), { typedName: body.name, problems }),
  handle: async (gateway, { params: { token }, body: typed, header }) => {
    const invitation = await links.showInvitation(gateway, token)
    if (!invitation) return dead(gateway)
    return accept(gateway, { invitation, caller: await signedInTo(gateway, header('cookie')), token, typed })
  },
})

interface Acceptance {
  readonly invitation: links.OpenInvitation
  readonly caller: PersonCaller | undefined
  readonly token: string
  readonly typed: { readonly name?: string; readonly password?: string }
}

/** Requires a sign-in from the owner of an existing account, because any holder of the link could send the form. */
async function accept(gateway: Gateway, { invitation, caller, token, typed }: Acceptance): Promise<Answer> {
  if (caller?.personId === invitation.invitedBy) throw invalid('', OWN_LINK)
  if (caller?.email === invitation.email) {
    await links.acceptAsPerson(gateway, invitation, caller.personId)
    return { status: 303, location: '/dashboard' }
  }
  const { name = '', password = '' } = typed
  await links.acceptAsNewcomer(gateway, invitation, { name, password: new Secret(password) })
  return { status: 303, location: `${SIGN_IN.location}?back=${encodeURIComponent(`/dashboard/joining/${token}`)}` }
}

const OWN_LINK = 'You created this link. Send it to the person you invite.'

/** Returns from the sign-in to the invitation, because a user with an existing account has not accepted yet. */
const joiningRoute = get('/dashboard/joining/:token', {
  guard: 'person',
  permission: 'own',
  params: Token,
  handle: async (gateway, { params, caller }) => {
    const invitation = await links.showInvitation(gateway, params.token)
    const isOpen = invitation !== undefined && invitation.email === caller.email
    return { status: 303, location: isOpen ? `/dashboard/invitation/${params.token}` : '/dashboard' }
  },
})

const newPasswordRoute = get('/dashboard/new-password/:token', {
  guard: 'open',
  params: Token,
  handle: (gateway, { params }) => showNewPassword(gateway, params.token),
})

const takePasswordRoute = post('/dashboard/new-password/:token', {
  guard: 'open',
  ownPagesOnly: true,
  params: Token,
  takes: 'form',
  body: Type.Object({ password: Type.String({ maxLength: 512 }) }),
  again: (gateway, { params }, problems) => showNewPassword(gateway, params.token, problems),
  handle: async (gateway, { params: { token }, body }) => {
    if ((await links.showPasswordLink(gateway, token)) === undefined) return dead(gateway)
    await links.setNewPassword(gateway, token, new Secret(body.password))
    return SIGN_IN
  },
})

export const linkRoutes: readonly Route[] = [
  invitationRoute,
  acceptRoute,
  joiningRoute,
  newPasswordRoute,
  takePasswordRoute,
]

async function showInvitation(
  gateway: Gateway,
  token: string,
  cookies: string | undefined,
  refused: { readonly typedName?: string | undefined; readonly problems?: readonly FieldProblem[] } = {},
): Promise<Answer> {
  const invitation = await links.showInvitation(gateway, token)
  if (!invitation) return dead(gateway)
  const caller = await signedInTo(gateway, cookies)
  const csrfToken = caller?.email === invitation.email ? caller.csrfToken : undefined
  const page = invitationPage({ realm: gateway.settings.realm, token, invitation, csrfToken, ...refused })
  return { status: refused.problems ? 422 : 200, page }
}

async function showNewPassword(gateway: Gateway, token: string, problems?: readonly FieldProblem[]): Promise<Answer> {
  const email = await links.showPasswordLink(gateway, token)
  if (email === undefined) return dead(gateway)
  const page = newPasswordPage({ realm: gateway.settings.realm, token, email, problems })
  return { status: problems ? 422 : 200, page }
}

async function signedInTo({ sql, settings }: Gateway, cookies: string | undefined): Promise<PersonCaller | undefined> {
  const session = readCookie(cookies, sessionCookie(settings.dashboardUrl))
  return session ? findPersonCaller(sql, session, settings) : undefined
}

function dead({ settings }: Gateway): Answer {
  return { status: 404, page: expiredLinkPage(settings.realm) }
}
