import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import type { JsonObject } from '#domain/exact-json.ts'
import { newId } from '#domain/ids.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { inviteByLink, type OnceLink, passwordLink } from '#identity/people/links.ts'
import { resetSecondFactors } from '#identity/people/reset-factors.ts'
import { normalizedEmail } from '#identity/people/sign-in.ts'
import { rolesGivenBy } from '#identity/people/team-rules.ts'
import type { Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { deleteMailsTo } from '#store/mails/due-mails.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { deleteSessionsOf } from '#store/people/dashboard-sessions.ts'
import { deleteInvitation, type Invitation, listInvitations } from '#store/people/invitations.ts'
import {
  hasPlaceAcross,
  isInTeam,
  isMemberElsewhere,
  listMembers,
  listPlaces,
  lockMember,
  type Member,
  updateMembership,
} from '#store/people/memberships.ts'
import { findPersonByEmail, lockPerson } from '#store/people/people.ts'
import type { Gateway } from '../gateway.ts'
import { mailOneTimeLink } from '../link-mail.ts'
import { holdOwners, isLastOwner, withdrawWithPlace } from './last-owner.ts'

/** Author and team of a change: a user within their authority, or an operator, who may change any. */
export interface TeamChange {
  readonly actor: Actor
  /** Null for the platform's team. */
  readonly merchantId: string | null
  readonly reach: readonly Role[]
  readonly gives: readonly Role[]
  /** No one changes their own role; null for an operator's client. */
  readonly self: string | null
  /** True for operators; messages for them are not limited to this team. */
  readonly runsGateway: boolean
}

export interface Team {
  readonly members: readonly Member[]
  readonly invitations: readonly Invitation[]
}

/** People and open invitations of a merchant, or with null of the platform. */
export async function showTeam({ sql }: Gateway, merchantId: string | null): Promise<Team> {
  const [members, invitations] = await Promise.all([listMembers(sql, merchantId), listInvitations(sql, merchantId)])
  return { members, invitations }
}

/**
 * Invites an address without a membership in this team (docs/decisions/0044-people-grant-within-their-reach.md).
 * @returns the link, to be shown once
 * @throws RequestError `invalid` on `role` or `email`
 */
export async function invite(
  gateway: Gateway,
  change: TeamChange,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<Secret<string>> {
  checkGiven(change, role)
  const { sql, settings } = gateway
  const { actor, merchantId } = change
  const invitation = {
    invitationId: newId('inv'),
    email: normalizedEmail(email),
    merchantId,
    role,
    invitedBy: typeof actor === 'string' ? actor : actor.id,
  }
  return sql.begin(async (connection) => {
    await checkInviter(connection, change, invitation)
    await checkInvited(connection, change, invitation.email)
    const link = await inviteByLink(connection, settings.dashboardUrl, invitation, change.reach)
    if (!link) throw invalid('email', 'This email has a pending invitation with a role that you cannot assign.')
    await note(connection, change, 'person.invited', invitation.invitationId, { role })
    const about = { merchantId, about: invitation.invitationId, recipient: invitation.email }
    await mailOneTimeLink(gateway, connection, { ...about, kind: 'invitation' }, link)
    return link
  })
}

/** Locks the person who invites, whose membership may end concurrently. */
async function checkInviter(sql: Sql, { self, merchantId }: TeamChange, invited: Pick<Invitation, 'email' | 'role'>) {
  if (self === null) return
  const person = await lockPerson(sql, self)
  if (person?.email === invited.email) throw invalid('email', 'You cannot invite yourself. Ask a colleague.')
  const places = person?.status === 'ACTIVE' ? await listPlaces(sql, self) : []
  const granting = places.filter((place) => place.merchantId === merchantId || place.merchantId === null)
  if (!granting.some(({ role }) => rolesGivenBy(role as Role).includes(invited.role as Role))) {
    throw invalid('role', `You cannot assign the role ${invited.role}.`)
  }
}

/** Describes memberships in this team, and to operators those of other teams. */
async function checkInvited(sql: Sql, { merchantId, runsGateway }: TeamChange, email: string): Promise<void> {
  const person = await findPersonByEmail(sql, email)
  if (!person) return
  const place = { personId: person.personId, merchantId }
  if (await isInTeam(sql, place)) {
    throw invalid('email', 'This person is already in the team. Change their role or enable their access.')
  }
  if (runsGateway && (await hasPlaceAcross(sql, place))) throw invalid('email', ONE_SIDE)
}

const ONE_SIDE = 'An email address can belong to the platform or to merchants, not to both. Use another address.'

/** Withdraws an invitation, whose link stops working. @throws RequestError `invalid` on `role`; `not-found` */
export async function withdrawInvitation({ sql }: Gateway, change: TeamChange, invitationId: string): Promise<void> {
  await sql.begin(async (connection) => {
    const role = orNotFound(await deleteInvitation(connection, change.merchantId, invitationId), 'invitation')
    checkReach(change, role as Role)
    await note(connection, change, 'person.invitation-withdrawn', invitationId, { role })
  })
}

/** @throws RequestError `invalid` on `role`, also if the team would lose its last owner; `not-found` */
export function changeRole(gateway: Gateway, change: TeamChange, personId: string, role: Role): Promise<void> {
  return act(gateway, change, personId, 'person.role-changed', { role }, async (sql, member) => {
    if (role === member.role) return
    checkGiven(change, role)
    await keepAnOwner(sql, member)
    await updateMembership(sql, member, { role })
    await withdrawWithPlace(sql, member, role)
  })
}

export function disableMember(gateway: Gateway, change: TeamChange, personId: string): Promise<void> {
  return act(gateway, change, personId, 'person.disabled', {}, async (sql, member) => {
    await keepAnOwner(sql, member)
    await updateMembership(sql, member, { status: 'DISABLED' })
    await withdrawWithPlace(sql, member)
    if (member.merchantId !== null) await deleteMailsTo(sql, member.merchantId, member.email)
    await deleteSessionsOf(sql, personId, null)
  })
}

export function enableMember(gateway: Gateway, change: TeamChange, personId: string): Promise<void> {
  return act(gateway, change, personId, 'person.enabled', {}, async (sql, member) => {
    checkGiven(change, member.role as Role)
    if (await hasPlaceAcross(sql, member)) {
      throw invalid('person_id', 'This person cannot join this team. Ask the operator.')
    }
    await updateMembership(sql, member, { status: 'ACTIVE' })
  })
}

/** Resets the password of a member of no other team, which it would open too. @returns the link, to be shown once */
export function resetPassword(gateway: Gateway, change: TeamChange, personId: string): Promise<Secret<string>> {
  return act(gateway, change, personId, 'person.password-reset', {}, async (sql, member) => {
    await checkOnlyHere(sql, change, member)
    return mailed(gateway, sql, member, await passwordLink(sql, gateway.settings.dashboardUrl, personId))
  })
}

/** Ends second factors, password and sessions of a member of no other team. @returns the link, to be shown once */
export function removeMemberFactors(gateway: Gateway, change: TeamChange, personId: string): Promise<Secret<string>> {
  return act(gateway, change, personId, 'person.factors-removed', {}, async (sql, member) => {
    await checkOnlyHere(sql, change, member)
    return mailed(gateway, sql, member, await resetSecondFactors(sql, gateway.settings.dashboardUrl, personId))
  })
}

/** Mails a link for a new password to its owner, too. */
export async function mailed(
  gateway: Gateway,
  sql: Sql,
  { personId, email, merchantId }: Pick<Member, 'personId' | 'email' | 'merchantId'>,
  link: OnceLink,
): Promise<OnceLink> {
  await mailOneTimeLink(gateway, sql, { merchantId, kind: 'password', about: personId, recipient: email }, link)
  return link
}

/** Platform users get no link from the dashboard, because it gives access to the account and so to a merchant's money. */
async function checkOnlyHere(sql: Sql, { runsGateway }: TeamChange, member: Member): Promise<void> {
  if (!runsGateway && !(await isMemberElsewhere(sql, member))) return
  throw invalid('person_id', 'Only the gateway operator can reset this person’s password.')
}

export function endSessions(gateway: Gateway, change: TeamChange, personId: string): Promise<void> {
  return act(gateway, change, personId, 'person.sessions-ended', {}, (sql) => deleteSessionsOf(sql, personId, null))
}

/** Records that this person's access was reviewed (PCI DSS 7.2.4). */
export function reviewMember(gateway: Gateway, change: TeamChange, personId: string): Promise<void> {
  return act(gateway, change, personId, 'person.reviewed', {}, async (sql, member) => {
    await updateMembership(sql, member, { isReviewed: true })
  })
}

function act<T>(
  { sql }: Gateway,
  change: TeamChange,
  personId: string,
  action: AuditAction,
  changes: JsonObject,
  carryOut: (sql: Sql, member: Member) => Promise<T>,
): Promise<T> {
  return sql.begin(async (connection) => {
    await lockPerson(connection, personId)
    await holdOwners(connection, change.merchantId)
    const member = orNotFound(await lockMember(connection, change.merchantId, personId), 'person')
    if (personId === change.self) throw invalid('person_id', 'You cannot change your own access. Ask a colleague.')
    checkReach(change, member.role as Role)
    const result = await carryOut(connection, member)
    await note(connection, change, action, personId, changes)
    return result
  })
}

function checkReach({ reach }: TeamChange, role: Role): void {
  if (!reach.includes(role)) throw invalid('role', `You cannot assign or change the role ${role}.`)
}

function checkGiven({ gives, runsGateway }: TeamChange, role: Role): void {
  if (gives.includes(role)) return
  throw invalid('role', runsGateway ? BY_OPERATOR : `You cannot assign the role ${role}.`)
}

const BY_OPERATOR = 'Only the operator or the merchant’s team can assign this role.'

async function keepAnOwner(sql: Sql, member: Member): Promise<void> {
  if (await isLastOwner(sql, member)) {
    throw invalid('role', `This is the last ${member.role}. Add another first.`)
  }
}

async function note(
  sql: Sql,
  { actor, merchantId }: TeamChange,
  action: AuditAction,
  subject: string,
  changes: JsonObject,
): Promise<void> {
  await insertAuditEntry(sql, { merchantId, actor, action, subject, changes })
}
