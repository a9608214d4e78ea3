import { Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { amountsFromZero } from '#domain/currency.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { changeSupportLimit, supportLimit } from '#flows/dashboard/support-limit.ts'
import * as team from '#flows/dashboard/team.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Answer, type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { MERCHANT_ROLES, rolesGivenBy, rolesInReachOf } from '#identity/people/team-rules.ts'
import type { FieldProblem } from '../parts/form.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { stashSecret, takeSecret } from '../shell/one-time-secret.ts'
import { successMessages } from '../shell/success-messages.ts'
import { LIMIT_CURRENCY, teamPage } from './page.ts'

const PATH = '/dashboard/team'
const LINK = 'link of the team'
const MANAGED = { guard: 'person', permission: 'team.manage' } as const

const doneWith = successMessages({
  'change-role': 'Role changed. Applies from their next request.',
  disable: 'Access removed and all sessions ended.',
  enable: 'Access restored.',
  'end-sessions': 'All sessions of this person ended.',
  review: 'Access review recorded.',
  withdraw: 'Invitation withdrawn. Its link no longer works.',
  'support-limit': 'Saved. Applies from the next request.',
})

const RoleChoice = Type.Enum([...MERCHANT_ROLES])

const showRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'team.read',
  summary: 'Team',
  query: Type.Object({ done: Type.Optional(Type.String()) }),
  handle: async (gateway, { caller, query, header }) => {
    const { secret, headers } = takeSecret(gateway, caller, LINK, header('cookie'))
    const shown = teamPage(caller, {
      team: await team.showTeam(gateway, requireMerchant(caller)),
      link: secret?.reveal(),
      done: doneWith(query.done),
      supportLimit: await limitShownTo(gateway, caller),
    })
    return { ...shown, headers: { ...shown.headers, ...headers } }
  },
})

const inviteRoute = route({
  method: 'POST',
  path: `${PATH}/invite`,
  ...MANAGED,
  summary: 'Invite a team member',
  body: Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }), role: RoleChoice }),
  again,
  handle: async (gateway, { caller, actor, body }) =>
    withLink(gateway, caller, await team.invite(gateway, changeOf(caller, actor), body)),
})

const withdrawRoute = route({
  method: 'POST',
  path: `${PATH}/withdraw`,
  ...MANAGED,
  summary: 'Withdraw an invitation',
  body: Type.Object({ invitation_id: Type.String({ maxLength: 64 }) }),
  again: againEmpty,
  handle: async (gateway, { caller, actor, body }) => {
    await team.withdrawInvitation(gateway, changeOf(caller, actor), body.invitation_id)
    return done('withdraw')
  },
})

const changeRoleRoute = route({
  method: 'POST',
  path: `${PATH}/change-role`,
  ...MANAGED,
  summary: 'Change the role of a team member',
  body: Type.Object({ person_id: Type.String({ maxLength: 64 }), role: RoleChoice }),
  again: againEmpty,
  handle: async (gateway, { caller, actor, body }) => {
    await team.changeRole(gateway, changeOf(caller, actor), body.person_id, body.role)
    return done('change-role')
  },
})

/** Owners alone say what their support may move (contract of the roles: docs/operate/dashboard.md). */
const supportLimitRoute = route({
  method: 'POST',
  path: `${PATH}/support-limit`,
  ...MANAGED,
  summary: 'Set the support limit',
  body: Type.Object({ support_limit: Type.String({ maxLength: 40 }) }),
  again,
  handle: async (gateway, { caller, actor, body }) => {
    if (caller.role !== 'owner') throw invalid('support_limit', 'Only an owner can set this limit.')
    const [limit, other] = amountsFromZero(body.support_limit, LIMIT_CURRENCY)
    if (limit === undefined || other !== undefined)
      throw invalid('support_limit', 'Enter an amount such as 50.00. 0 allows none.')
    await changeSupportLimit(gateway, actor, requireMerchant(caller), limit)
    return done('support-limit')
  },
})

type MemberAct<T> = (gateway: Gateway, change: team.TeamChange, personId: string) => Promise<T>

const personRoute = <T>(
  verb: string,
  summary: string,
  act: MemberAct<T>,
  answer: (gateway: Gateway, caller: PersonCaller, result: T) => Answer,
): Route =>
  route({
    method: 'POST',
    path: `${PATH}/${verb}`,
    ...MANAGED,
    summary,
    body: Type.Object({ person_id: Type.String({ maxLength: 64 }) }),
    again: againEmpty,
    handle: async (gateway, { caller, actor, body }) =>
      answer(gateway, caller, await act(gateway, changeOf(caller, actor), body.person_id)),
  })

const memberRoute = (verb: string, summary: string, act: MemberAct<void>) =>
  personRoute(verb, summary, act, () => done(verb))

const linkRoute = (verb: string, summary: string, act: MemberAct<Secret<string>>) =>
  personRoute(verb, summary, act, withLink)

export const teamRoutes: readonly Route[] = [
  showRoute,
  inviteRoute,
  withdrawRoute,
  changeRoleRoute,
  supportLimitRoute,
  linkRoute('reset', 'Reset the password of a team member', team.resetPassword),
  linkRoute('remove-factors', 'Reset the password and second factors of a team member', team.removeMemberFactors),
  memberRoute('disable', 'Disable a team member', team.disableMember),
  memberRoute('enable', 'Enable a team member', team.enableMember),
  memberRoute('end-sessions', 'End all sessions of a team member', team.endSessions),
  memberRoute('review', 'Record an access review', team.reviewMember),
]

function changeOf(caller: PersonCaller, actor: Actor): team.TeamChange {
  const { personId: self, isPlatform: runsGateway } = caller
  const [reach, gives] = [rolesInReachOf(caller.role), rolesGivenBy(caller.role)]
  return { actor, merchantId: requireMerchant(caller), reach, gives, self, runsGateway }
}

function done(what: string): Answer {
  return { status: 303, location: `${PATH}?done=${what}` }
}

function withLink(gateway: Gateway, caller: PersonCaller, link: Secret<string>): Answer {
  return { status: 303, location: PATH, headers: stashSecret(gateway, caller, LINK, link) }
}

/** Undefined for whoever may not change it. */
async function limitShownTo(gateway: Gateway, caller: PersonCaller): Promise<bigint | undefined> {
  return caller.role === 'owner' ? supportLimit(gateway, requireMerchant(caller)) : undefined
}

type Typed = { readonly email?: string; readonly role?: string; readonly support_limit?: string }

async function again(
  gateway: Gateway,
  { caller, body: typed }: { readonly caller: PersonCaller; readonly body: Typed },
  problems: readonly FieldProblem[],
): Promise<Answer> {
  const shown = { team: await team.showTeam(gateway, requireMerchant(caller)), problems, typed }
  return teamPage(caller, { ...shown, supportLimit: await limitShownTo(gateway, caller) })
}

function againEmpty(
  gateway: Gateway,
  { caller }: { readonly caller: PersonCaller },
  problems: readonly FieldProblem[],
): Promise<Answer> {
  return again(gateway, { caller, body: {} }, problems)
}
