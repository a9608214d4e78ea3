import { Type } from 'typebox'
import { invalid } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import * as account from '#flows/dashboard/account.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readCookie, sessionCookie, setCookie } from '#http/request/session-cookie.ts'
import { browserCookie } from '#http/request/sign-in-cookie.ts'
import { type Answer, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { renewSession } from '#identity/people/dashboard-sessions.ts'
import { passkeyOrigin, supportsPasskeys } from '#identity/people/passkeys.ts'
import type { FieldProblem } from '../parts/form.ts'
import { successMessages } from '../shell/success-messages.ts'
import { type AccountView, accountPage, codesPage, passkeyPage, totpPage } from './page.ts'

const PATH = '/dashboard/account'
const OWN = { guard: 'person', permission: 'own' } as const
const PROVED = { ...OWN, stepUp: true } as const

const doneWith = successMessages({
  name: 'Name saved.',
  password: 'Password changed. All other browsers are signed out.',
  'totp-removed': 'Authenticator app and recovery codes removed.',
  passkey: 'Passkey added.',
  'passkey-removed': 'Passkey removed.',
  session: 'Browser signed out.',
})

const showRoute = route({
  method: 'GET',
  path: PATH,
  ...OWN,
  summary: 'Your account',
  query: Type.Object({ done: Type.Optional(Type.String()) }),
  handle: async (gateway, context) => show(gateway, context, { done: doneWith(context.query.done) }),
})

const nameRoute = route({
  method: 'POST',
  path: `${PATH}/name`,
  ...OWN,
  summary: 'Change your name',
  body: Type.Object({ name: Type.String({ maxLength: 100 }) }),
  again: (gateway, context, problems) => show(gateway, context, { typedName: context.body.name ?? '', problems }),
  handle: async (gateway, { caller, actor, body }) => {
    await account.changeName(gateway, { caller, actor }, body.name)
    return done('name')
  },
})

const passwordRoute = route({
  method: 'POST',
  path: `${PATH}/password`,
  ...PROVED,
  summary: 'Change your password',
  body: Type.Object({ current_password: Type.String(), password: Type.String() }),
  again: showAgain,
  handle: async (gateway, { caller, actor, body, header }) => {
    const browser = readCookie(header('cookie'), browserCookie(gateway.settings.baseUrl))
    const [current, wanted] = [new Secret(body.current_password), new Secret(body.password)]
    await account.changePassword(gateway, { caller, actor }, { current, wanted, browser })
    return done('password')
  },
})

const addTotpRoute = route({
  method: 'POST',
  path: `${PATH}/add-totp`,
  ...PROVED,
  summary: 'Start setting up an authenticator app',
  again: showAgain,
  handle: async (gateway, { caller, actor }) => {
    await account.addTotp(gateway, { caller, actor })
    return { status: 303, location: `${PATH}/totp` }
  },
})

const totpRoute = route({
  method: 'GET',
  path: `${PATH}/totp`,
  ...PROVED,
  summary: 'Secret of the authenticator app',
  handle: async (gateway, { caller }) => {
    const secret = await account.shownTotp(gateway, caller)
    return secret === undefined ? { status: 303, location: PATH } : totpPage(caller, secret)
  },
})

const confirmTotpRoute = route({
  method: 'POST',
  path: `${PATH}/totp`,
  ...PROVED,
  summary: 'Confirm the authenticator app with its first code',
  body: Type.Object({ code: Type.String({ maxLength: 16 }) }),
  again: async (gateway, { caller }, problems) => {
    const secret = await account.shownTotp(gateway, caller)
    return secret === undefined ? { status: 303, location: PATH } : totpPage(caller, secret, problems[0]?.message)
  },
  handle: async (gateway, { caller, actor, body, header }) => {
    const secret = await account.shownTotp(gateway, caller)
    if (secret === undefined) return { status: 303, location: PATH }
    const codes = await account.confirmTotp(gateway, { caller, actor }, body.code)
    if (!codes) throw invalid('code', 'Wrong code. Wait for the next one and try again.')
    return withProof(gateway, caller, header('cookie'), codesPage(caller, codes))
  },
})

const removeTotpRoute = route({
  method: 'POST',
  path: `${PATH}/remove-totp`,
  ...PROVED,
  summary: 'Remove the authenticator app',
  handle: async (gateway, { caller, actor }) => {
    await account.dropTotp(gateway, { caller, actor })
    return done('totp-removed')
  },
})

const newCodesRoute = route({
  method: 'POST',
  path: `${PATH}/new-codes`,
  ...PROVED,
  summary: 'Generate new recovery codes',
  handle: async (gateway, { caller, actor }) =>
    codesPage(caller, await account.renewRecoveryCodes(gateway, { caller, actor })),
})

const passkeyRoute = route({
  method: 'GET',
  path: `${PATH}/passkey`,
  ...PROVED,
  summary: 'Form for a new passkey',
  handle: async (gateway, { caller, actor, origin }) =>
    passkeyPage(caller, await account.offerPasskey(gateway, { caller, actor }, origin)),
})

const addPasskeyRoute = route({
  method: 'POST',
  path: `${PATH}/passkey`,
  ...PROVED,
  summary: 'Add a passkey',
  body: Type.Object({ name: Type.String({ maxLength: 60 }), answer: Type.String({ maxLength: 16_384 }) }),
  again: async (gateway, { caller, actor, body, origin }, problems) => {
    const options = await account.offerPasskey(gateway, { caller, actor }, origin)
    return passkeyPage(caller, options, { typedName: body.name ?? '', problems })
  },
  handle: async (gateway, { caller, actor, body, header, origin }) => {
    await account.addPasskey(gateway, { caller, actor }, origin, body)
    return withProof(gateway, caller, header('cookie'), done('passkey'))
  },
})

const removePasskeyRoute = route({
  method: 'POST',
  path: `${PATH}/remove-passkey`,
  ...PROVED,
  summary: 'Remove a passkey',
  body: Type.Object({ credential_id: Type.String({ maxLength: 2048 }) }),
  again: showAgain,
  handle: async (gateway, { caller, actor, body }) => {
    await account.dropPasskey(gateway, { caller, actor }, body.credential_id)
    return done('passkey-removed')
  },
})

const endSessionRoute = route({
  method: 'POST',
  path: `${PATH}/end-session`,
  ...OWN,
  summary: 'End a session of another browser',
  body: Type.Object({ session_id: Type.String({ maxLength: 64 }) }),
  again: showAgain,
  handle: async (gateway, { caller, actor, body }) => {
    await account.endOwnSession(gateway, { caller, actor }, body.session_id)
    return done('session')
  },
})

export const accountRoutes = [
  showRoute,
  nameRoute,
  passwordRoute,
  addTotpRoute,
  totpRoute,
  confirmTotpRoute,
  removeTotpRoute,
  newCodesRoute,
  passkeyRoute,
  addPasskeyRoute,
  removePasskeyRoute,
  endSessionRoute,
]

function done(what: string): Answer {
  return { status: 303, location: `${PATH}?done=${what}` }
}

interface AccountContext {
  readonly caller: PersonCaller
  readonly origin: string
}

async function show(
  gateway: Gateway,
  { caller, origin }: AccountContext,
  shown: Partial<AccountView>,
): Promise<Answer> {
  const { dashboardMfa, isBuiltInSignIn } = gateway.settings
  return accountPage(caller, {
    account: await account.showAccount(gateway, caller),
    takesPasskeys: supportsPasskeys(origin),
    passkeysAt: passkeyOrigin(origin),
    owesFactor: dashboardMfa === 'required' && !caller.methods.includes('mfa'),
    isBuiltIn: isBuiltInSignIn,
    ...shown,
  })
}

function showAgain(gateway: Gateway, context: AccountContext, problems: readonly FieldProblem[]): Promise<Answer> {
  return show(gateway, context, { problems })
}

/** Setting up a second factor proves it, so the session continues under a new cookie. */
async function withProof(
  gateway: Gateway,
  caller: PersonCaller,
  cookies: string | undefined,
  answer: Answer,
): Promise<Answer> {
  const { settings, sql } = gateway
  const place = sessionCookie(settings.baseUrl)
  const methods = [...new Set([...caller.methods, 'mfa'])]
  const fresh = await renewSession(
    sql,
    { token: readCookie(cookies, place) ?? '', sessionId: caller.sessionId },
    methods,
  )
  if (!fresh || !('headers' in answer || 'location' in answer)) return answer
  return { ...answer, headers: { ...answer.headers, ...setCookie(place, fresh) } } as Answer
}
