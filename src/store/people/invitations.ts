import type { KeptText } from '#domain/kept-text.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'

export interface Invitation {
  readonly invitationId: string
  readonly email: string
  /** Null for the platform. */
  readonly merchantId: string | null
  readonly role: string
  readonly invitedBy: string
  readonly endsAt: Date
  readonly createdAt: Date
}

const INVITATION = record<Invitation>()('invitationId, email, merchantId, role, invitedBy, endsAt, createdAt')

/** Condition of open invitations: not expired, and made by an operator's client or an active member. */
const IS_OPEN = `ends_at > now() and not exists (
    select from people p where p.person_id = invitations.invited_by and not (p.status = 'ACTIVE' and exists (
      select from memberships m where m.person_id = p.person_id and m.status = 'ACTIVE'
        and (m.merchant_id is null or m.merchant_id is not distinct from invitations.merchant_id))))`

/** Adds an invitation, or replaces an open one with one of these roles. @returns false if one with another role is open */
export function upsertInvitation(
  sql: Sql,
  invitation: Omit<Invitation, 'createdAt' | 'endsAt'> & { readonly tokenHash: Uint8Array; readonly email: KeptText },
  { seconds, roles }: { readonly seconds: number; readonly roles: readonly string[] },
): Promise<boolean> {
  const { invitationId, tokenHash, email, merchantId, role, invitedBy } = invitation
  return isOne(sql`
    insert into invitations (invitation_id, token_hash, email, merchant_id, role, invited_by, ends_at)
    values (${invitationId}, ${tokenHash}, ${email}, ${merchantId}, ${role}, ${invitedBy},
      now() + make_interval(secs => ${seconds}))
    on conflict (email, merchant_id) do update
    set invitation_id = excluded.invitation_id, token_hash = excluded.token_hash, role = excluded.role,
      invited_by = excluded.invited_by, ends_at = excluded.ends_at, created_at = now()
    where invitations.ends_at <= now() or invitations.role = any(${roles}::text[])`)
}

export function findInvitation(sql: Sql, tokenHash: Uint8Array): Promise<Invitation | undefined> {
  return first(sql<Invitation[]>`
    select ${INVITATION.select(sql)} from invitations where token_hash = ${tokenHash} and ${sql.unsafe(IS_OPEN)}`)
}

export function findOpenInvitation(sql: Sql, invitationId: string): Promise<Invitation | undefined> {
  return first(sql<Invitation[]>`
    select ${INVITATION.select(sql)} from invitations
    where invitation_id = ${invitationId} and ${sql.unsafe(IS_OPEN)}`)
}

/** Consumes an invitation. @returns false for all callers but the first */
export function consumeInvitation(sql: Sql, invitationId: string): Promise<boolean> {
  return isOne(sql`
    delete from invitations where invitation_id = ${invitationId} and ${sql.unsafe(IS_OPEN)}`)
}

/** @returns the merchant of the team; null: the platform's; undefined if no such invitation is open */
export async function findInvitingTeam(sql: Sql, invitationId: string): Promise<string | null | undefined> {
  const [row] = await sql<{ merchantId: string | null }[]>`
    select merchant_id as "merchantId" from invitations where invitation_id = ${invitationId} and ends_at > now()`
  return row?.merchantId
}

/** Withdraws an invitation of this merchant; null: of the platform. @returns its role; undefined if there is none */
export async function deleteInvitation(
  sql: Sql,
  merchantId: string | null,
  invitationId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ role: string }[]>`
    delete from invitations
    where invitation_id = ${invitationId} and merchant_id is not distinct from ${merchantId} and ends_at > now()
    returning role`
  return row?.role
}

export async function listInvitations(sql: Sql, merchantId: string | null): Promise<Invitation[]> {
  return sql<Invitation[]>`
    select ${INVITATION.select(sql)} from invitations
    where merchant_id is not distinct from ${merchantId} and ${sql.unsafe(IS_OPEN)}
    order by created_at desc, invitation_id`
}

/** Open ones to an email that its identity provider has verified. */
export async function listInvitationsTo(sql: Sql, email: string): Promise<Invitation[]> {
  return sql<Invitation[]>`
    select ${INVITATION.select(sql)} from invitations where email = ${email} and ${sql.unsafe(IS_OPEN)}
    order by created_at`
}

/** A membership whose end or change withdraws invitations; with a null merchant those of every team. */
interface LostPlace {
  readonly personId: string
  readonly merchantId: string | null
}

/** Withdraws a person's invitations, except to roles that they may still grant. */
export async function deleteInvitationsBy(sql: Sql, lost: LostPlace, roles: readonly string[]): Promise<void> {
  const { personId, merchantId } = lost
  await sql`
    delete from invitations
    where invited_by = ${personId} and (${merchantId}::text is null or merchant_id = ${merchantId})
      and role <> all(${roles}::text[])`
}

export async function deleteInvitationsTo(sql: Sql, { personId, merchantId }: LostPlace): Promise<void> {
  await sql`
    delete from invitations using people p
    where p.person_id = ${personId} and invitations.email = p.email
      and (${merchantId}::text is null or merchant_id = ${merchantId})`
}
