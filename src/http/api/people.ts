import type { Secret } from '#domain/secret.ts'
import {
  changePersonStatus,
  invitePerson,
  removePersonFactors,
  resetPersonPassword,
  withdrawAnyInvitation,
} from '#flows/dashboard/people.ts'
import { showTeam } from '#flows/dashboard/team.ts'
import { readBody } from '#interface/read.ts'
import {
  InvitationBody,
  InvitationParams,
  OneTimeLink,
  OwnTeamRecord,
  PeopleQuery,
  PersonParams,
  TeamRecord,
} from '#interface/team.ts'
import { type Answer, answer, del, done, get, post, type Route } from '../route.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: people' } as const

async function newLink(link: Promise<Secret<string>>): Promise<Answer> {
  return answer({ link: (await link).reveal() }, 201)
}

export const showTeamRoute = get('/api/team', {
  operation: 'showTeam',
  guard: 'merchant',
  permission: 'team.read',
  tag: 'Team',
  summary: 'List the users of your dashboard and the pending invitations',
  description: 'Who may do what is changed by people in the dashboard, never by a server.',
  shows: OwnTeamRecord,
  handle: (gateway, { caller }) => showTeam(gateway, caller.merchantId),
})

export const listPeopleRoute = get('/admin/people', {
  ...ADMIN,
  operation: 'listPeople',
  summary: 'List the users of a merchant, or the operators, and the pending invitations',
  query: PeopleQuery,
  shows: TeamRecord,
  handle: (gateway, { query }) => showTeam(gateway, query.merchant_id ?? null),
})

export const invitePersonRoute = post('/admin/invitations', {
  ...ADMIN,
  operation: 'invitePerson',
  summary: 'Invite a user to the dashboard, for example the first owner of a merchant',
  body: InvitationBody,
  answers: { 201: OneTimeLink },
  handle: (gateway, { actor, body }) => newLink(invitePerson(gateway, actor, readBody(InvitationBody, body))),
})

export const withdrawInvitationRoute = del('/admin/invitations/:id', {
  ...ADMIN,
  operation: 'withdrawInvitation',
  summary: 'Withdraw a pending invitation',
  params: InvitationParams,
  handle: (gateway, { actor, params }) => done(withdrawAnyInvitation(gateway, actor, params.id)),
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
  handle: (gateway, { actor, params }) => done(changePersonStatus(gateway, actor, params.id, 'DISABLED')),
})

export const enablePersonRoute = post('/admin/people/:id/enable', {
  ...ADMIN,
  operation: 'enablePerson',
  summary: 'Enable a user',
  params: PersonParams,
  handle: (gateway, { actor, params }) => done(changePersonStatus(gateway, actor, params.id, 'ACTIVE')),
})

export const resetPersonRoute = post('/admin/people/:id/reset', {
  ...ADMIN,
  operation: 'resetPerson',
  summary: 'Reset a password; the second factor stays',
  params: PersonParams,
  answers: { 201: OneTimeLink },
  handle: (gateway, { actor, params }) => newLink(resetPersonPassword(gateway, actor, params.id)),
})

export const removePersonFactorsRoute = post('/admin/people/:id/remove-factors', {
  ...ADMIN,
  operation: 'removePersonFactors',
  summary: "Remove a user's password, second factors and sessions, and create a reset link",
  params: PersonParams,
  answers: { 201: OneTimeLink },
  handle: (gateway, { actor, params }) => newLink(removePersonFactors(gateway, actor, params.id)),
})
