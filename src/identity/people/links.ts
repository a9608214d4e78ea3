import { exactText } from '#domain/kept-text.ts'
import { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { findInvitation, type Invitation, upsertInvitation } from '#store/people/invitations.ts'
import { putPasswordLink } from '#store/people/password-links.ts'
import { digestOf, newToken } from './digest.ts'

const INVITATION_SECONDS = 7 * 24 * 60 * 60
const PASSWORD_SECONDS = 60 * 60

/** A link that is shown once to whoever asked for it. Its token is 256 random bits, of which a digest is kept. */
export type OnceLink = Secret<string>

/**
 * Invites an email address; an earlier invitation to the same team expires.
 * @param roles of an earlier invitation that may be replaced
 * @returns undefined if there is one with another role
 * @throws RequestError `invalid` on `email` if it contains a card number
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

/** Lets a person choose another password; an earlier link works no more. Second factors stay. */
export async function passwordLink(sql: Sql, baseUrl: string, personId: string): Promise<OnceLink> {
  const token = newToken()
  await putPasswordLink(sql, personId, digestOf(token), PASSWORD_SECONDS)
  return new Secret(`${baseUrl}/dashboard/new-password/${token}`)
}

/** Undefined where the link is unknown, was used, or is too old. */
export function invitationOf(sql: Sql, token: string): Promise<Invitation | undefined> {
  return findInvitation(sql, digestOf(token))
}
