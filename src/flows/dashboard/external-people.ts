import { newId } from '#domain/ids.ts'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import type { VerifiedIdentity } from '#identity/people/realm-client.ts'
import { normalizedEmail } from '#identity/people/sign-in.ts'
import { ROLES, type Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { deleteSessionsOf } from '#store/people/dashboard-sessions.ts'
import { listInvitationsTo } from '#store/people/invitations.ts'
import { disableMembershipsBut, listPlaces, type Membership, putMembership } from '#store/people/memberships.ts'
import { insertPerson, lockPerson } from '#store/people/people.ts'
import { findPersonByIdentity, insertIdentity } from '#store/people/person-identities.ts'
import type { Gateway } from '../gateway.ts'
import { isLastOwner, withdrawWithPlace } from './last-owner.ts'
import { takePlace } from './take-place.ts'

type Place = Pick<Membership, 'merchantId' | 'role'>

/**
 * Finds a user by issuer and subject of an external identity provider, never by email alone (OWASP ASVS 6.8.1). A new
 * user needs a configured role claim, or an invitation to a verified email.
 * @returns undefined without a membership
 */
export async function resolveExternalPerson(
  { sql, settings }: Gateway,
  proven: VerifiedIdentity,
): Promise<string | undefined> {
  const { dashboardRoleClaim: claim } = settings
  return sql.begin(async (connection) => {
    const known = await findPersonByIdentity(connection, proven)
    const claimed = claim === undefined ? undefined : await placesIn(connection, proven.claims[claim])
    if (claimed) return claimed.length === 0 && !known ? undefined : byClaim(connection, proven, known, claimed)
    return byInvitation(connection, proven, known)
  })
}

/** Replaces a user's memberships by a claim's, except a team's last owner. A claim without any ends the sign-in. */
async function byClaim(sql: Sql, proven: VerifiedIdentity, known: string | undefined, claimed: readonly Place[]) {
  const personId = known ?? (await newcomer(sql, proven))
  if (personId === undefined) return undefined
  await lockPerson(sql, personId)
  const held = await listPlaces(sql, personId)
  const kept: Place[] = []
  for (const place of held) if (await isLastOwner(sql, place)) kept.push(place)
  const isKept = ({ merchantId }: Place) => kept.some((place) => place.merchantId === merchantId)
  const given = claimed.filter((place) => !isKept(place))
  await disableMembershipsBut(
    sql,
    personId,
    [...kept, ...given].map(({ merchantId }) => merchantId),
  )
  for (const place of given) await putMembership(sql, { personId, ...place })
  for (const { merchantId } of held.filter((place) => !isKept(place))) {
    const role = given.find((place) => place.merchantId === merchantId)?.role
    await withdrawWithPlace(sql, { personId, merchantId }, role)
  }
  if (claimed.length > 0) return personId
  await deleteSessionsOf(sql, personId, null)
  return undefined
}

/** Accepts invitations, which never change a membership; their author cannot accept them. */
async function byInvitation(
  sql: Sql,
  proven: VerifiedIdentity,
  known: string | undefined,
): Promise<string | undefined> {
  const email = verifiedEmailOf(proven)
  const invitations = email === undefined ? [] : await listInvitationsTo(sql, email)
  const takeable = invitations.filter(({ invitedBy }) => invitedBy !== known)
  if (takeable.length === 0) return known
  const personId = known ?? (await newcomer(sql, proven))
  if (personId === undefined) return undefined
  if ((await lockPerson(sql, personId))?.status !== 'ACTIVE') return personId
  for (const invitation of takeable) await takePlace(sql, invitation, personId)
  return personId
}

/** Creates a person; undefined if the email is not verified, or another user has it. */
async function newcomer(sql: Sql, proven: VerifiedIdentity): Promise<string | undefined> {
  const email = verifiedEmailOf(proven)
  if (email === undefined) return undefined
  const name = typeof proven.claims.name === 'string' ? proven.claims.name.slice(0, LONGEST_NAME.person) : email
  const personId = newId('per')
  if (!(await insertPerson(sql, { personId, email, name, passwordHash: null }))) return undefined
  return (await insertIdentity(sql, proven, personId)) ? personId : undefined
}

function verifiedEmailOf({ claims }: VerifiedIdentity): string | undefined {
  return claims.email_verified === true && typeof claims.email === 'string' ? normalizedEmail(claims.email) : undefined
}

/** Reads `platform-admin`, or merchant ID and role; Keycloak writes groups with a leading slash. */
async function placesIn(sql: Sql, claim: unknown): Promise<Place[]> {
  const words = (Array.isArray(claim) ? claim : [claim]).filter((word) => typeof word === 'string')
  const places = words.map((word) => placeOf(word.replace(/^\//, ''))).filter((place) => place !== undefined)
  const known = await Promise.all(
    places.map(async (place) => place.merchantId === null || (await findMerchant(sql, place.merchantId)) !== undefined),
  )
  return onOneSide(places.filter((_place, index) => known[index]))
}

/** Excludes merchants' memberships for platform users. */
function onOneSide(places: readonly Place[]): Place[] {
  const ofPlatform = places.filter(({ merchantId }) => merchantId === null)
  return ofPlatform.length > 0 ? ofPlatform : [...places]
}

function placeOf(word: string): Place | undefined {
  const [first, second] = word.split(':')
  const [merchantId, role] = second === undefined ? [null, first] : [first!, second]
  const isKnown = ROLES.includes(role as Role) && (merchantId === null) === role!.startsWith('platform-')
  return isKnown ? { merchantId, role: role! } : undefined
}
