import { Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { amountsFromZero } from '#domain/currency.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { changeSupportLimit } from '#flows/dashboard/support-limit.ts'
import * as flows from '#flows/dashboard/team.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Answer, Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { MERCHANT_ROLES, rolesGivenBy, rolesInReachOf } from '#identity/people/team-rules.ts'
import { action } from '../shell/action.ts'
import { stashSecret } from '../shell/one-time-secret.ts'
import { requireMerchant } from '../shell/screen.ts'
import { LIMIT_CURRENCY, LINK, team } from './page.ts'

const RoleChoice = Type.Enum([...MERCHANT_ROLES])
const Id = Type.String({ maxLength: 64 })

const Member = Type.Object({ person_id: Id })

const MANAGED = { permission: 'team.manage' } as const

const inviteRoute = action(team, {
  ...MANAGED,
  at: '/invite',
  summary: 'Invite a team member',
  body: Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }), role: RoleChoice }),
  does: async (gateway, { caller, actor, body }) =>
    withLink(gateway, caller, await flows.invite(gateway, changeOf(caller, actor), body)),
})

const withdrawRoute = action(team, {
  ...MANAGED,
  at: '/withdraw',
  summary: 'Withdraw an invitation',
  body: Type.Object({ invitation_id: Id }),
  done: 'withdraw',
  does: (gateway, { caller, actor, body }) =>
    flows.withdrawInvitation(gateway, changeOf(caller, actor), body.invitation_id),
})

const changeRoleRoute = action(team, {
  ...MANAGED,
  at: '/change-role',
  summary: 'Change the role of a team member',
  body: Type.Object({ person_id: Id, role: RoleChoice }),
  done: 'change-role',
  does: (gateway, { caller, actor, body }) =>
    flows.changeRole(gateway, changeOf(caller, actor), body.person_id, body.role),
})

/** Only owners set what their support may move (docs/operate/dashboard.md). */
const supportLimitRoute = action(team, {
  ...MANAGED,
  at: '/support-limit',
  summary: 'Set the support limit',
  body: Type.Object({ support_limit: Type.String({ maxLength: 40 }) }),
  done: 'support-limit',
  does: async (gateway, { caller, actor, body }) => {
    if (caller.role !== 'owner') throw invalid('support_limit', 'Only an owner can set this limit.')
    const [limit, other] = amountsFromZero(body.support_limit, LIMIT_CURRENCY)
    if (limit === undefined || other !== undefined)
      throw invalid('support_limit', 'Enter an amount such as 50.00. 0 allows none.')
    await changeSupportLimit(gateway, actor, requireMerchant(caller), limit)
  },
})

type MemberAct<T> = (gateway: Gateway, change: flows.TeamChange, personId: string) => Promise<T>

const memberRoute = (verb: string, summary: string, act: MemberAct<void>) =>
  action(team, {
    ...{ ...MANAGED, at: `/${verb}`, summary, body: Member, done: verb },
    does: (gateway, { caller, actor, body }) => act(gateway, changeOf(caller, actor), body.person_id),
  })

const linkRoute = (verb: string, summary: string, act: MemberAct<Secret<string>>) =>
  action(team, {
    ...{ ...MANAGED, at: `/${verb}`, summary, body: Member },
    does: async (gateway, { caller, actor, body }) =>
      withLink(gateway, caller, await act(gateway, changeOf(caller, actor), body.person_id)),
  })

export const teamRoutes: readonly Route[] = [
  team.route,
  inviteRoute,
  withdrawRoute,
  changeRoleRoute,
  supportLimitRoute,
  linkRoute('reset', 'Reset the password of a team member', flows.resetPassword),
  linkRoute('remove-factors', 'Reset the password and second factors of a team member', flows.removeMemberFactors),
  memberRoute('disable', 'Disable a team member', flows.disableMember),
  memberRoute('enable', 'Enable a team member', flows.enableMember),
  memberRoute('end-sessions', 'End all sessions of a team member', flows.endSessions),
  memberRoute('review', 'Record an access review', flows.reviewMember),
]

function changeOf(caller: PersonCaller, actor: Actor): flows.TeamChange {
  const { personId: self, isPlatform: runsGateway } = caller
  const [reach, gives] = [rolesInReachOf(caller.role), rolesGivenBy(caller.role)]
  return { actor, merchantId: requireMerchant(caller), reach, gives, self, runsGateway }
}

function withLink(gateway: Gateway, caller: PersonCaller, link: Secret<string>): Answer {
  return team.to({}, undefined, stashSecret(gateway, caller, LINK, link))
}
