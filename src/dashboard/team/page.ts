import { majorUnitsOf } from '#domain/currency.ts'
import { supportLimit } from '#flows/dashboard/support-limit.ts'
import { showTeam, type Team } from '#flows/dashboard/team.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { rolesGivenBy, rolesInReachOf } from '#identity/people/team-rules.ts'
import { may, type Role } from '#identity/permissions.ts'
import { secretOnce } from '../parts/code-block.ts'
import { fieldsOf, postButton, postForm, type Shown } from '../parts/form.ts'
import { badge, formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { sheet } from '../parts/sheet.ts'
import { statePanel } from '../parts/states.ts'
import { requireMerchant, screen } from '../shell/screen.ts'

const TEAM_PATH = '/dashboard/team'

/** Name of the one-time link that is passed to the page. */
export const LINK = 'link of the team'

/** The limit has no currency; most have two decimals. */
export const LIMIT_CURRENCY = 'EUR'

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

export const team = screen({
  path: TEAM_PATH,
  permission: 'team.read',
  summary: 'Team',
  page: 'team',
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
  read: async (gateway, { caller }) => {
    const merchantId = requireMerchant(caller)
    const limit = caller.role === 'owner' ? await supportLimit(gateway, merchantId) : undefined
    return { people: await showTeam(gateway, merchantId), limit }
  },
  show: (caller, { people: record, limit }, shown) => ({
    title: 'Team',
    lead: 'People with access and their roles.',
    body: html`${shown.secret !== undefined && secretOnce({ field: 'link', label: 'Link', value: shown.secret, words: 'Send it to the person yourself. It works once.' })}
${people(caller, record)}
${record.invitations.length > 0 && invitations(caller, record)}
${may(caller, 'team.manage') && inviteForm(caller, shown)}
${limit !== undefined && limitForm(caller, limit, shown)}`,
  }),
})

function people(caller: PersonCaller, team: Team): Html {
  const reach = may(caller, 'team.manage') ? rolesInReachOf(caller.role) : []
  const isInReach = ({ role, personId }: Member) => reach.includes(role as Role) && personId !== caller.personId
  const time = (at: Date | null) => (at ? formatTime(at, caller.timeZone) : html`<span class="muted">never</span>`)
  const none = {
    heading: 'No team members yet',
    words: 'The operator invites the first owner with tollgate person invite.',
  }
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
      cell.more('reviewed', 'Reviewed', ({ reviewedAt }) => time(reviewedAt)),
      cell.more('actions', 'Actions', (member) => (isInReach(member) ? actions(caller, member) : '')),
    ],
  })
  return sheet(
    'people-heading',
    'Team members',
    team.members.length > 0 ? rows : statePanel({ state: 'empty', ...none }),
  )
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

function inviteForm(caller: PersonCaller, shown: Shown): Html {
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
${meanings}
<button class="button button-primary" data-action="invite">Invite</button>`
  const words = html`<p class="muted">You get a one-time link, valid for 7 days, to send yourself.${caller.isPlatform && ' The merchant’s team or the operator assigns other roles.'}</p>`
  const form = postForm(caller, { name: 'invite', action: `${TEAM_PATH}/invite`, isOnce: true, body })
  return sheet('invite-heading', 'Invite a team member', words, form)
}

function limitForm(caller: PersonCaller, limit: bigint, shown: Shown): Html {
  const hint = `For example 50.00, which is ${inMajorUnits(5000n)}. 0 allows none.`
  const value = majorUnitsOf({ amount: limit, currency: LIMIT_CURRENCY })
  const body = html`${fieldsOf(shown)({ name: 'support_limit', label: 'Largest capture, refund or void', inputmode: 'decimal', value, maxlength: 40, required: true, hint })}
<button class="button button-secondary" data-action="save-support-limit">Save</button>`
  const now = html`<p class="muted">Now: <span data-field="support-limit">${limit === 0n ? 'none allowed' : inMajorUnits(limit)}</span>.</p>`
  const form = postForm(caller, { name: 'support-limit', action: `${TEAM_PATH}/support-limit`, body })
  return sheet('limit-heading', 'Support limit', now, form)
}

/** An amount in currencies with and without minor units. */
function inMajorUnits(amount: bigint): string {
  return `${formatAmount({ amount, currency: 'EUR' })} or ${formatAmount({ amount, currency: 'JPY' })}`
}
