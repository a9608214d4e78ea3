import { exactText } from '#domain/kept-text.ts'
import { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { findInvitation, type Invitation, upsertInvitation } from '#store/people/invitations.ts'
import { putPasswordLink } from '#store/people/password-links.ts'
import { digestOf, newToken } from './digest.ts'

const INVITATION_SECONDS = 7 * 24 * 60 * 60
const PASSWORD_SECONDS = 60 * 60

/** Link that is shown once. Its token is 256 random bits, stored as a digest. */
export type OnceLink = Secret<string>

/**
 * Invites an email address; an earlier invitation to that team expires.
 * @param roles of a replaceable invitation, else undefined @throws RequestError `invalid` on `email` with a card number
 */
export async function inviteByLink(
  sql: Sql,
  baseUrl: string,
  invitation: Omit<Invitation, 'createdAt' | 'endsAt'>,
  roles: readonly string[],
): Promise<OnceLink | undefined> {
  const token = newToken()
  const email = exactText('email', invitation.email)
  const hashed = { ...invitation, email, tokenHash: digestOf(token) }
  if (!(await upsertInvitation(sql, hashed, { seconds: INVITATION_SECONDS, roles }))) return undefined
  return new Secret(`${baseUrl}/dashboard/invitation/${token}`)
}

/** Creates a password link and expires earlier ones. Second factors stay. */
export async function passwordLink(sql: Sql, baseUrl: string, personId: string): Promise<OnceLink> {
  const token = newToken()
  await putPasswordLink(sql, personId, digestOf(token), PASSWORD_SECONDS)
  return new Secret(`${baseUrl}/dashboard/new-password/${token}`)
}

/** Undefined if the link is unknown, used or expired. */
export function invitationOf(sql: Sql, token: string): Promise<Invitation | undefined> {
  return findInvitation(sql, digestOf(token))
}
