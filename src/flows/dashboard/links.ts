import { newId } from '#domain/ids.ts'
import { exactText } from '#domain/kept-text.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { digestOf } from '#identity/people/digest.ts'
import { invitationOf } from '#identity/people/links.ts'
import { checkNewPassword, checkNotUsedBefore } from '#identity/people/password-rules.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { deleteSessionsOf } from '#store/people/dashboard-sessions.ts'
import { type Invitation, useInvitation } from '#store/people/invitations.ts'
import { putMembership } from '#store/people/memberships.ts'
import { findPasswordLink, usePasswordLink } from '#store/people/password-links.ts'
import { findPerson, findPersonByEmail, insertPerson, replacePassword } from '#store/people/people.ts'
import type { Gateway } from '../gateway.ts'

/** An invitation as whoever holds its link sees it. */
export interface OpenInvitation extends Invitation {
  readonly merchantName: string
  /** Whether the person signs in already, and only has to accept. */
  readonly isKnown: boolean
}

/** Undefined where the link is unknown, was used, or is too old. */
export async function showInvitation({ sql }: Gateway, token: string): Promise<OpenInvitation | undefined> {
  const invitation = await invitationOf(sql, token)
  if (!invitation) return undefined
  const [merchant, person] = await Promise.all([
    invitation.merchantId === null ? undefined : findMerchant(sql, invitation.merchantId),
    findPersonByEmail(sql, invitation.email),
  ])
  return { ...invitation, merchantName: merchant?.name ?? 'Tollgate', isKnown: person !== undefined }
}

/**
 * Makes an account for whoever was invited, or adds the role to the one there is.
 * @throws RequestError `invalid` on `name` or `password`, or where the link was used meanwhile
 */
export async function acceptInvitation(
  { sql }: Gateway,
  invitation: OpenInvitation,
  wanted: { readonly name: string; readonly password: Secret<string> } | null,
): Promise<void> {
  const { email, merchantId, role, invitationId } = invitation
  const account = wanted && (await newAccount(invitation, wanted))
  await sql.begin(async (connection) => {
    if (!(await useInvitation(connection, invitationId))) throw invalid('', USED)
    if (account && !(await insertPerson(connection, { personId: newId('per'), email, ...account }))) {
      throw invalid('', USED)
    }
    const { personId } = (await findPersonByEmail(connection, email))!
    await putMembership(connection, { personId, merchantId, role })
    const deed = { merchantId, actor: personId, action: 'person.joined', subject: personId, changes: { role } }
    await insertAuditEntry(connection, { id: newId('aud'), ...deed })
  })
}

async function newAccount(
  { email, merchantName }: OpenInvitation,
  { name, password }: { readonly name: string; readonly password: Secret<string> },
) {
  const chosen = exactText('name', name.trim())
  if (chosen === '') throw invalid('name', 'Type your name.')
  checkNewPassword(password, [email, chosen, merchantName])
  return { name: chosen, passwordHash: await hashPassword(password) }
}

const USED = 'This link was used already. Sign in, or ask for another one.'

/** The e-mail of whoever may choose another password by this link; undefined where it works no more. */
export async function showPasswordLink({ sql }: Gateway, token: string): Promise<string | undefined> {
  const personId = await findPasswordLink(sql, digestOf(token))
  return personId && (await findPerson(sql, personId))?.email
}

/**
 * Takes the new password, once, and signs the person out everywhere.
 * @throws RequestError `invalid` on `password`, or where the link was used meanwhile
 */
export async function takeNewPassword({ sql }: Gateway, token: string, password: Secret<string>): Promise<void> {
  const personId = await findPasswordLink(sql, digestOf(token))
  const person = personId && (await findPerson(sql, personId))
  if (!person) throw invalid('', USED)
  checkNewPassword(password, [person.email, person.name])
  await checkNotUsedBefore(sql, person.personId, password)
  const hash = await hashPassword(password)
  await sql.begin(async (connection) => {
    if (!(await usePasswordLink(connection, digestOf(token)))) throw invalid('', USED)
    await replacePassword(connection, person.personId, hash)
    await deleteSessionsOf(connection, person.personId, null)
    const deed = { merchantId: null, actor: person.personId, action: 'person.password-changed', changes: {} }
    await insertAuditEntry(connection, { id: newId('aud'), ...deed, subject: person.personId })
  })
}
