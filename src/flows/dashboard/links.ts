import { newId } from '#domain/ids.ts'
import { exactText } from '#domain/kept-text.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { digestOf } from '#identity/people/digest.ts'
import { invitationOf } from '#identity/people/links.ts'
import { checkNewPassword, checkNotUsedBefore } from '#identity/people/password-rules.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { deleteSessionsOf } from '#store/people/dashboard-sessions.ts'
import type { Invitation } from '#store/people/invitations.ts'
import { purgeBrowsersOf } from '#store/people/known-browsers.ts'
import { consumePasswordLink, findPasswordLink } from '#store/people/password-links.ts'
import { findPerson, insertPerson, lockPerson, replacePassword } from '#store/people/people.ts'
import type { Gateway } from '../gateway.ts'
import { takePlace } from './take-place.ts'

/** Invitation as its link shows it; the page is equal for an address with an account. */
export interface OpenInvitation extends Invitation {
  readonly merchantName: string
}

/** Undefined if the link is unknown, used or expired. */
export async function showInvitation({ sql }: Gateway, token: string): Promise<OpenInvitation | undefined> {
  const invitation = await invitationOf(sql, token)
  if (!invitation) return undefined
  const merchant = invitation.merchantId === null ? undefined : await findMerchant(sql, invitation.merchantId)
  return { ...invitation, merchantName: merchant?.name ?? 'Tollgate' }
}

/**
 * Creates an account and its membership for an address without one. Otherwise it does nothing: the owner signs in and
 * accepts. Text, status and work are equal, so a link does not reveal an account.
 * @throws RequestError `invalid` on `name` or `password`, or if the link was used meanwhile
 */
export async function acceptAsNewcomer(
  { sql }: Gateway,
  invitation: OpenInvitation,
  wanted: { readonly name: string; readonly password: Secret<string> },
): Promise<void> {
  const { email } = invitation
  const account = await newAccount(invitation, wanted)
  await sql.begin(async (connection) => {
    const personId = newId('per')
    if (await insertPerson(connection, { personId, email, ...account })) await join(connection, invitation, personId)
  })
}

/**
 * Creates the membership of the signed-in person whose address was invited.
 * @throws RequestError `invalid` if the link was used meanwhile, or the person cannot have this membership
 */
export async function acceptAsPerson({ sql }: Gateway, invitation: OpenInvitation, personId: string): Promise<void> {
  await sql.begin((connection) => join(connection, invitation, personId))
}

async function join(sql: Sql, invitation: Invitation, personId: string): Promise<void> {
  const person = await lockPerson(sql, personId)
  const isAllowed = person?.status === 'ACTIVE' && personId !== invitation.invitedBy
  const outcome = await takePlace(sql, invitation, personId)
  if (outcome === 'used') throw invalid('', USED)
  if (!isAllowed || outcome === 'refused') throw invalid('', NO_PLACE)
}

async function newAccount(
  { email, merchantName }: OpenInvitation,
  { name, password }: { readonly name: string; readonly password: Secret<string> },
) {
  const chosen = exactText('name', name.trim())
  if (chosen === '') throw invalid('name', 'Enter your name.')
  checkNewPassword(password, [email, chosen, merchantName])
  return { name: chosen, passwordHash: await hashPassword(password) }
}

const USED = 'This link was already used. Sign in, or ask for a new one.'
const NO_PLACE =
  'Your account is already in this team or cannot join it. Ask for an invitation to another email address.'

/** Email of the user of a password link; undefined if it has expired. */
export async function showPasswordLink({ sql }: Gateway, token: string): Promise<string | undefined> {
  const personId = await findPasswordLink(sql, digestOf(token))
  return personId && (await findPerson(sql, personId))?.email
}

/** Signs the person out everywhere. @throws RequestError `invalid` on `password`, or if the link was used meanwhile */
export async function setNewPassword({ sql }: Gateway, token: string, password: Secret<string>): Promise<void> {
  const personId = await findPasswordLink(sql, digestOf(token))
  const person = personId && (await findPerson(sql, personId))
  if (!person) throw invalid('', USED)
  checkNewPassword(password, [person.email, person.name])
  await checkNotUsedBefore(sql, person.personId, password)
  const hash = await hashPassword(password)
  await sql.begin(async (connection) => {
    if (!(await consumePasswordLink(connection, digestOf(token)))) throw invalid('', USED)
    await replacePassword(connection, person.personId, hash)
    await deleteSessionsOf(connection, person.personId, null)
    await purgeBrowsersOf(connection, person.personId)
    const deed = { merchantId: null, actor: person.personId, action: 'person.password-changed' as const, changes: {} }
    await insertAuditEntry(connection, { ...deed, subject: person.personId })
  })
}
