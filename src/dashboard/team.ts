import { Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { amountsFromZero, majorUnitsOf } from '#domain/currency.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { changeSupportLimit, supportLimit } from '#flows/dashboard/support-limit.ts'
import * as flows from '#flows/dashboard/team.ts'
import { showTeam, type Team } from '#flows/dashboard/team.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import type { Answer, Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { MERCHANT_ROLES, rolesGivenBy, rolesInReachOf } from '#identity/people/team-rules.ts'
import type { Role } from '#identity/permissions.ts'
import { fieldsOf, postButton, postForm, type Shown } from './parts/form.ts'
import { badge, formatLimit, formatTime, LIMIT_CURRENCY, sentenceCase } from './parts/format.ts'
import { list } from './parts/list.ts'
import { secretOnce, sheet } from './parts/sheet.ts'
import { statePanel } from './parts/states.ts'
import { stashSecret } from './shell/one-time-secret.ts'
import { action, requireMerchant, screen } from './shell/screen.ts'

const TEAM_PATH = '/dashboard/team'

const LINK = 'link of the team'

/** Purpose of a role, shown where it is chosen (docs/dashboard/roles.md). */
const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything, including other owners and the support limit.',
  admin: 'Money, team below owners, keys and settings.',
  developer: 'Webhooks, keys, origins and requests. Sees no customer details.',
  finance: 'Refunds, captures and voids, exports, balances and the audit log.',
  support: 'Sees customers and resends events. Refunds up to the support limit.',
  viewer: 'Sees payments and analytics, without customer details.',
  'platform-admin': 'Manages merchants, provider accounts and the gateway.',
  'platform-support': 'Reads merchants and the gateway, and changes nothing.',
}

type Member = Team['members'][number]

const team = screen({
  path: TEAM_PATH,
  permission: 'team.read',
  done: {
    'change-role': 'Role changed. Applies from their next request.',
    disable: 'Access removed and all sessions ended.',
    enable: 'Access restored.',
    'end-sessions': 'All sessions of this person ended.',
    review: 'Access review recorded.',
    withdraw: 'Invitation withdrawn. Its link no longer works.',
    'support-limit': 'Saved. Applies from the next request.',
  },
  secret: () => LINK,
  read: async (gateway, { caller, merchantId }) => {
    const limit = caller.role === 'owner' ? await supportLimit(gateway, merchantId) : undefined
    return { people: await showTeam(gateway, merchantId), limit, sendsMail: gateway.settings.mail !== undefined }
  },
  show: (caller, { people: record, limit, sendsMail }, shown) => ({
    title: 'Team',
    lead: 'People with access and their roles.',
    body: html`${shown.secret !== undefined && secretOnce({ field: 'link', label: 'Link', value: shown.secret, words: `${sendsMail ? 'It is emailed to the person, too' : 'Send it to the person yourself'}. It works once.` })}
${people(caller, record)}
${record.invitations.length > 0 && invitations(caller, record)}
${may(caller, 'team.manage') && inviteForm(caller, sendsMail, shown)}
${limit !== undefined && limitForm(caller, limit, shown)}`,
  }),
})

function people(caller: PersonCaller, team: Team): Html {
  const reach = may(caller, 'team.manage') ? rolesInReachOf(caller.role) : []
  const isInReach = ({ role, personId }: Member) => reach.includes(role as Role) && personId !== caller.personId
  const time = (at: Date | null) => (at ? formatTime(at, caller.timeZone) : html`<span class="muted">Never</span>`)
  const none = 'The operator invites the first owner with tollgate person invite.'
  const rows = list<Member>({
    name: 'people',
    caption: 'Team members',
    rows: team.members,
    idOf: ({ personId }) => personId,
    columns: (cell) => [
      cell.title('name', 'Name', ({ name }) => name),
      cell.more('email', 'Email', ({ email }) => email),
      cell.state('role', 'Role', ({ role, status }) =>
        status === 'ACTIVE' ? sentenceCase(role) : badge('Disabled', 'danger'),
      ),
      cell.more('factor', 'Second factor', ({ hasSecondFactor }) =>
        hasSecondFactor ? badge('On', 'success') : badge('Off', 'warning'),
      ),
      cell.time('last-sign-in', 'Last sign-in', ({ lastSignInAt }) => time(lastSignInAt)),
      cell.more('reviewed', 'Access reviewed', ({ reviewedAt }) => time(reviewedAt)),
      cell.more('actions', 'Actions', (member) => (isInReach(member) ? actions(caller, member) : '')),
    ],
  })
  const shown = team.members.length > 0 ? rows : statePanel('empty', 'No team members yet', none)
  const review = html`<p class="hint">Check twice a year that everyone still needs their access, then mark them as reviewed.</p>`
  return sheet('people-heading', 'Team members', shown, reach.length > 0 && review)
}

function actions(caller: PersonCaller, member: Member): Html {
  const { role: granter } = caller
  const gives = rolesGivenBy(granter)
  const hidden = { person_id: member.personId }
  const button = (does: string, words: string) =>
    postButton(caller, { action: `${TEAM_PATH}/${does}`, hidden, words, does, look: 'quiet' })
  // The link gives access to a merchant's money, so only an operator's command creates one.
  const newStart =
    !caller.isPlatform &&
    html`${button('reset', 'Reset password')}${member.hasSecondFactor && button('remove-factors', 'Reset password and second factors')}`
  const choices = [...new Set([...gives, member.role as Role])].map(
    (role) => html`<option value="${role}"${role === member.role && html` selected`}>${sentenceCase(role)}</option>`,
  )
  const choose = html`<select name="role" aria-label="Role of ${member.name}">${choices}</select>
<button class="button button-quiet" data-action="change-role">Change role</button>`
  return html`<details class="more"><summary>Change</summary>
<div class="actions">${postForm(caller, { name: 'change-role', action: `${TEAM_PATH}/change-role`, hidden, body: choose, className: 'inline-form' })}
${member.status === 'ACTIVE' ? button('disable', 'Disable') : gives.includes(member.role as Role) && button('enable', 'Enable')}
${newStart}${button('end-sessions', 'Sign out everywhere')}${button('review', 'Mark as reviewed')}</div></details>`
}

function invitations(caller: PersonCaller, team: Team): Html {
  const reach = may(caller, 'team.manage') ? rolesInReachOf(caller.role) : []
  const button = { action: `${TEAM_PATH}/withdraw`, words: 'Withdraw', does: 'withdraw', look: 'quiet' } as const
  const withdraw = (invitation_id: string) => postButton(caller, { ...button, hidden: { invitation_id } })
  const rows = list({
    name: 'invitations',
    caption: 'Pending invitations',
    rows: team.invitations,
    idOf: ({ invitationId }) => invitationId,
    columns: (cell) => [
      cell.title('email', 'Email', ({ email }) => email),
      cell.state('role', 'Role', ({ role }) => sentenceCase(role)),
      cell.time('ends', 'Expires', ({ endsAt }) => formatTime(endsAt, caller.timeZone)),
      cell.more('actions', 'Actions', ({ role, invitationId }) =>
        reach.includes(role as Role) ? withdraw(invitationId) : '',
      ),
    ],
  })
  return sheet('invitations-heading', 'Pending invitations', rows)
}

function inviteForm(caller: PersonCaller, sendsMail: boolean, shown: Shown): Html {
  // The rejected form may be one of a member, which has a role too.
  const field = fieldsOf(shown.form.person_id === undefined ? shown : { ...shown, form: {} })
  const roles = rolesGivenBy(caller.role).map((role) => [role, sentenceCase(role)] as const)
  const meanings = html`<dl class="role-list" data-list="roles">${rolesGivenBy(caller.role).map(
    (
      role,
    ) => html`<div data-id="${role}"><dt>${sentenceCase(role)}</dt><dd class="hint">${ROLE_MEANINGS[role]}</dd></div>
`,
  )}</dl>`
  const body = html`${field({ name: 'email', label: 'Email', type: 'email', maxlength: 254, required: true })}
${field({ name: 'role', label: 'Role', options: roles, value: roles.at(-1)?.[0] })}
<p class="form-actions"><button class="button button-primary" data-action="invite">Invite</button></p>`
  const mailed = 'The invitation is emailed with a one-time link, valid for 7 days. You see the link once, too.'
  const way = sendsMail ? mailed : 'You get a one-time link, valid for 7 days, to send yourself.'
  const words = html`<p class="muted">${way}${caller.isPlatform && ' The merchant’s team or the operator assigns other roles.'}</p>`
  const form = postForm(caller, { name: 'invite', action: `${TEAM_PATH}/invite`, isOnce: true, body })
  return sheet('invite-heading', 'Invite a team member', words, html`<div class="columns">${form}${meanings}</div>`)
}

function limitForm(caller: PersonCaller, limit: bigint, shown: Shown): Html {
  const hint = `In the payment’s currency: 50.00 allows ${formatLimit(5000n)}. 0 allows none.`
  const value = majorUnitsOf({ amount: limit, currency: LIMIT_CURRENCY })
  const body = html`${fieldsOf(shown)({ name: 'support_limit', label: 'Largest capture, refund or void', inputmode: 'decimal', value, maxlength: 40, required: true, hint })}
<p class="form-actions"><button class="button button-secondary" data-action="save-support-limit">Save</button></p>`
  const now = html`<p class="muted">The largest amount that team members with the role Support may move at a time. Now: <span data-field="support-limit">${limit === 0n ? 'none allowed' : formatLimit(limit)}</span>.</p>`
  const form = postForm(caller, { name: 'support-limit', action: `${TEAM_PATH}/support-limit`, body })
  return sheet('limit-heading', 'Support limit', now, form)
}

const RoleChoice = Type.Enum([...MERCHANT_ROLES])
const Id = Type.String({ maxLength: 64 })

const Member = Type.Object({ person_id: Id })

const MANAGED = { permission: 'team.manage' } as const

const inviteRoute = action(team, {
  ...MANAGED,
  at: '/invite',
  body: Type.Object({ email: Type.String({ format: 'email', maxLength: 254 }), role: RoleChoice }),
  does: async (gateway, { caller, actor, body }) =>
    withLink(gateway, caller, await flows.invite(gateway, changeOf(caller, actor), body)),
})

const withdrawRoute = action(team, {
  ...MANAGED,
  at: '/withdraw',
  body: Type.Object({ invitation_id: Id }),
  done: 'withdraw',
  does: (gateway, { caller, actor, body }) =>
    flows.withdrawInvitation(gateway, changeOf(caller, actor), body.invitation_id),
})

const changeRoleRoute = action(team, {
  ...MANAGED,
  at: '/change-role',
  body: Type.Object({ person_id: Id, role: RoleChoice }),
  done: 'change-role',
  does: (gateway, { caller, actor, body }) =>
    flows.changeRole(gateway, changeOf(caller, actor), body.person_id, body.role),
})

/** Only owners set what their support may move (docs/operate/dashboard.md). */
const supportLimitRoute = action(team, {
  ...MANAGED,
  at: '/support-limit',
  body: Type.Object({ support_limit: Type.String({ maxLength: 40 }) }),
  done: 'support-limit',
  does: async (gateway, { caller, merchantId, actor, body }) => {
    if (caller.role !== 'owner') throw invalid('support_limit', 'Only an owner can set this limit.')
    const [limit, other] = amountsFromZero(body.support_limit, LIMIT_CURRENCY)
    if (limit === undefined || other !== undefined)
      throw invalid('support_limit', 'Enter an amount such as 50.00. 0 allows none.')
    await changeSupportLimit(gateway, actor, merchantId, limit)
  },
})

type MemberAct<T> = (gateway: Gateway, change: flows.TeamChange, personId: string) => Promise<T>

const memberRoute = (verb: string, act: MemberAct<void>) =>
  action(team, {
    ...{ ...MANAGED, at: `/${verb}`, body: Member, done: verb },
    does: (gateway, { caller, actor, body }) => act(gateway, changeOf(caller, actor), body.person_id),
  })

const linkRoute = (verb: string, act: MemberAct<Secret<string>>) =>
  action(team, {
    ...{ ...MANAGED, at: `/${verb}`, body: Member },
    does: async (gateway, { caller, actor, body }) =>
      withLink(gateway, caller, await act(gateway, changeOf(caller, actor), body.person_id)),
  })

export const teamRoutes: readonly Route[] = [
  team.route,
  inviteRoute,
  withdrawRoute,
  changeRoleRoute,
  supportLimitRoute,
  linkRoute('reset', flows.resetPassword),
  linkRoute('remove-factors', flows.removeMemberFactors),
  memberRoute('disable', flows.disableMember),
  memberRoute('enable', flows.enableMember),
  memberRoute('end-sessions', flows.endSessions),
  memberRoute('review', flows.reviewMember),
]

function changeOf(caller: PersonCaller, actor: Actor): flows.TeamChange {
  const { personId: self, isPlatform: runsGateway } = caller
  const [reach, gives] = [rolesInReachOf(caller.role), rolesGivenBy(caller.role)]
  return { actor, merchantId: requireMerchant(caller), reach, gives, self, runsGateway }
}

function withLink(gateway: Gateway, caller: PersonCaller, link: Secret<string>): Answer {
  return team.to({}, undefined, stashSecret(gateway, caller, LINK, link))
}
