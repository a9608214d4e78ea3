import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { type OnceLink, passwordLink } from '#identity/people/links.ts'
import { resetSecondFactors } from '#identity/people/reset-factors.ts'
import { ROLES, type Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { deleteSessionsOf } from '#store/people/dashboard-sessions.ts'
import { findInvitingTeam } from '#store/people/invitations.ts'
import { listPlaces } from '#store/people/memberships.ts'
import { findPerson, lockPerson, setPersonStatus } from '#store/people/people.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { withdrawWithPlace } from './last-owner.ts'
import { invite, mailed, type TeamChange, withdrawInvitation } from './team.ts'

/**
 * Invites a person to a merchant's or the platform's team. @returns the link, to be shown once
 * @throws RequestError `invalid` on `merchant_id` if it does not match the role or is unknown
 */
export async function invitePerson(
  gateway: Gateway,
  actor: Actor,
  wanted: { readonly email: string; readonly role: Role; readonly merchantId: string | null },
): Promise<Secret<string>> {
  const { role, merchantId } = wanted
  if (role.startsWith('platform-') !== (merchantId === null)) {
    throw invalid('merchant_id', 'Omit merchant_id for platform roles; send it for all other roles.')
  }
  if (merchantId !== null && !(await findMerchant(gateway.sql, merchantId))) {
    throw invalid('merchant_id', 'No such merchant.')
  }
  return invite(gateway, changeOf(actor, merchantId), wanted)
}

/** Withdraws an invitation to any team, whose link stops working. @throws RequestError `not-found` */
export async function withdrawAnyInvitation(gateway: Gateway, actor: Actor, invitationId: string): Promise<void> {
  const merchantId = orNotFound(await findInvitingTeam(gateway.sql, invitationId), 'invitation')
  await withdrawInvitation(gateway, changeOf(actor, merchantId), invitationId)
}

function changeOf(actor: Actor, merchantId: string | null): TeamChange {
  return { actor, merchantId, reach: ROLES, gives: ROLES, self: null, runsGateway: true }
}

/**
 * Disables a person, with every session and invitation, or enables them again.
 * @throws RequestError `not-found`; `invalid` if both a merchant's and a platform membership would become active
 */
export function changePersonStatus(
  gateway: Gateway,
  actor: Actor,
  personId: string,
  status: 'ACTIVE' | 'DISABLED',
): Promise<void> {
  const action = status === 'ACTIVE' ? 'person.enabled' : 'person.disabled'
  return noted(gateway, actor, action, personId, async (sql) => {
    orNotFound(await lockPerson(sql, personId), 'person')
    if (status === 'ACTIVE') await checkOneSide(sql, personId)
    await setPersonStatus(sql, personId, status)
    if (status === 'ACTIVE') return
    await deleteSessionsOf(sql, personId, null)
    await withdrawWithPlace(sql, { personId, merchantId: null })
  })
}

async function checkOneSide(sql: Sql, personId: string): Promise<void> {
  const sides = new Set((await listPlaces(sql, personId)).map(({ merchantId }) => merchantId === null))
  if (sides.size > 1)
    throw invalid('', 'This user has memberships at a merchant and at the platform; disable one of them first.')
}

/** Starts a password reset. @returns the link, to be shown once */
export function resetPersonPassword(gateway: Gateway, actor: Actor, personId: string): Promise<Secret<string>> {
  return linkFor(gateway, actor, 'person.password-reset', personId, passwordLink)
}

/** Ends second factors, password and sessions of a person. @returns the link for a new password, to be shown once */
export function removePersonFactors(gateway: Gateway, actor: Actor, personId: string): Promise<Secret<string>> {
  return linkFor(gateway, actor, 'person.factors-removed', personId, resetSecondFactors)
}

function linkFor(
  gateway: Gateway,
  actor: Actor,
  action: AuditAction,
  personId: string,
  make: (sql: Sql, baseUrl: string, personId: string) => Promise<OnceLink>,
): Promise<Secret<string>> {
  return noted(gateway, actor, action, personId, async (sql) => {
    orNotFound(await setPersonStatus(sql, personId, null), 'person')
    const link = await make(sql, gateway.settings.dashboardUrl, personId)
    const { email } = (await findPerson(sql, personId))!
    return mailed(gateway, sql, { personId, email, merchantId: null }, link)
  })
}

function noted<T>(
  gateway: Gateway,
  actor: Actor,
  action: AuditAction,
  subject: string,
  act: (sql: Sql) => Promise<T>,
): Promise<T> {
  return withAuditEntry(gateway, { actor, action, merchantId: null, subject, changes: {} }, act)
}
