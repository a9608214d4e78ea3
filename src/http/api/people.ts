import { Type } from 'typebox'
import {
  changePersonStatus,
  invitePerson,
  removePersonFactors,
  resetPersonPassword,
  withdrawAnyInvitation,
} from '#flows/dashboard/people.ts'
import { showTeam, type Team } from '#flows/dashboard/team.ts'
import { MERCHANT_ROLES } from '#identity/people/team-rules.ts'
import { ROLES } from '#identity/permissions.ts'
import { Instant, nullable } from '#interface/types.ts'
import { answer, del, get, post, type Route } from '../route.ts'

const RoleName = Type.Enum([...ROLES], { description: 'Role of the user: docs/operate/dashboard.md.' })
const MerchantRole = Type.Enum([...MERCHANT_ROLES], { description: 'Role of the user: docs/operate/dashboard.md.' })

function teamAnswer(role: typeof RoleName | typeof MerchantRole) {
  const member = Type.Object({
    person_id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role,
    status: Type.Enum(['ACTIVE', 'DISABLED']),
    second_factor: Type.Boolean(),
    last_sign_in_at: nullable(Instant),
    reviewed_at: nullable(Instant),
    created_at: Instant,
  })
  const invitation = Type.Object({
    invitation_id: Type.String(),
    email: Type.String(),
    role,
    ends_at: Instant,
    created_at: Instant,
  })
  return Type.Object({
    people: Type.Array(member),
    invitations: Type.Array(invitation, { description: 'Pending invitations.' }),
  })
}

const PeopleQuery = Type.Object({
  merchant_id: Type.Optional(Type.String({ description: 'Team of this merchant. Default: the operators.' })),
})

const InviteBody = Type.Object({
  email: Type.String({ format: 'email', maxLength: 254 }),
  role: RoleName,
  merchant_id: Type.Optional(nullable(Type.String({ description: 'Omit for platform roles.' }))),
})

const LinkAnswer = Type.Object({
  link: Type.String({ description: 'One-time link. You will not see it again; send it to the person yourself.' }),
})

const InvitationParams = Type.Object({ id: Type.String({ description: 'Invitation id.' }) })

const PersonParams = Type.Object({ id: Type.String({ description: 'Person id.' }) })

const ADMIN = { guard: 'operator', tag: 'Admin: people' } as const

export const showTeamRoute = get('/api/team', {
  operation: 'showTeam',
  guard: 'merchant',
  permission: 'team.read',
  tag: 'Team',
  summary: 'List the users of your dashboard and the pending invitations',
  description: 'Who may do what is changed by people in the dashboard, never by a server.',
  answers: { 200: teamAnswer(MerchantRole) },
  handle: async (gateway, { caller }) => ({ status: 200, json: teamView(await showTeam(gateway, caller.merchantId)) }),
})

export const listPeopleRoute = get('/admin/people', {
  ...ADMIN,
  operation: 'listPeople',
  summary: 'List the users of a merchant, or the operators, and the pending invitations',
  query: PeopleQuery,
  answers: { 200: teamAnswer(RoleName) },
  handle: async (gateway, { query }) => ({
    status: 200,
    json: teamView(await showTeam(gateway, query.merchant_id ?? null)),
  }),
})

export const invitePersonRoute = post('/admin/invitations', {
  ...ADMIN,
  operation: 'invitePerson',
  summary: 'Invite a user to the dashboard, for example the first owner of a merchant',
  body: InviteBody,
  answers: { 201: LinkAnswer },
  handle: async (gateway, { actor, body }) => {
    const { email, role, merchant_id: merchantId = null } = body
    const link = await invitePerson(gateway, actor, { email, role, merchantId })
    return answer({ link: link.reveal() }, 201)
  },
})

export const withdrawInvitationRoute = del('/admin/invitations/:id', {
  ...ADMIN,
  operation: 'withdrawInvitation',
  summary: 'Withdraw a pending invitation',
  params: InvitationParams,
  handle: async (gateway, { actor, params }) => {
    await withdrawAnyInvitation(gateway, actor, params.id)
    return { status: 204 }
  },
})

/** Earlier paths of invitations. They are not in the API description, because they look like paths of a person. */
export const earlierInvitationRoutes: readonly Route[] = [invitePersonRoute, withdrawInvitationRoute].map(
  ({ tag: _, ...invitation }) => ({ ...invitation, path: invitation.path.replace('/admin/', '/admin/people/') }),
)

export const disablePersonRoute = post('/admin/people/:id/disable', {
  ...ADMIN,
  operation: 'disablePerson',
  summary: 'Disable a user and end all their sessions',
  params: PersonParams,
  handle: async (gateway, { actor, params }) => {
    await changePersonStatus(gateway, actor, params.id, 'DISABLED')
    return { status: 204 }
  },
})

export const enablePersonRoute = post('/admin/people/:id/enable', {
  ...ADMIN,
  operation: 'enablePerson',
  summary: 'Enable a user',
  params: PersonParams,
  handle: async (gateway, { actor, params }) => {
    await changePersonStatus(gateway, actor, params.id, 'ACTIVE')
    return { status: 204 }
  },
})

export const resetPersonRoute = post('/admin/people/:id/reset', {
  ...ADMIN,
  operation: 'resetPerson',
  summary: 'Reset a password; the second factor stays',
  params: PersonParams,
  answers: { 201: LinkAnswer },
  handle: async (gateway, { actor, params }) => {
    const link = await resetPersonPassword(gateway, actor, params.id)
    return answer({ link: link.reveal() }, 201)
  },
})

export const removePersonFactorsRoute = post('/admin/people/:id/remove-factors', {
  ...ADMIN,
  operation: 'removePersonFactors',
  summary: "Remove a user's password, second factors and sessions, and create a reset link",
  params: PersonParams,
  answers: { 201: LinkAnswer },
  handle: async (gateway, { actor, params }) => {
    const link = await removePersonFactors(gateway, actor, params.id)
    return answer({ link: link.reveal() }, 201)
  },
})

function teamView({ members, invitations }: Team) {
  return {
    people: members.map((member) => ({
      person_id: member.personId,
      name: member.name,
      email: member.email,
      role: member.role,
      status: member.status,
      second_factor: member.hasSecondFactor,
      last_sign_in_at: member.lastSignInAt,
      reviewed_at: member.reviewedAt,
      created_at: member.createdAt,
    })),
    invitations: invitations.map(({ invitationId, email, role, endsAt, createdAt }) => ({
      invitation_id: invitationId,
      email,
      role,
      ends_at: endsAt,
      created_at: createdAt,
    })),
  }
}
