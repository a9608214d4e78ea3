import { rolesGivenBy } from '#identity/people/team-rules.ts'
import type { Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { consumeInvitation, type Invitation } from '#store/people/invitations.ts'
import { insertMembership, listPlaces } from '#store/people/memberships.ts'

/**
 * Consumes an invitation of a locked person (`lockPerson`) and adds its membership.
 * @returns `used` if its link has expired; `refused` if the person cannot have this membership
 */
export async function takePlace(
  sql: Sql,
  invitation: Invitation,
  personId: string,
): Promise<'given' | 'used' | 'refused'> {
  const { invitationId, merchantId, role } = invitation
  if (!((await isStillGiven(sql, invitation)) && (await consumeInvitation(sql, invitationId)))) return 'used'
  if (!(await insertMembership(sql, { personId, merchantId, role }))) return 'refused'
  const deed = { merchantId, actor: personId, action: 'person.joined' as const, subject: personId, changes: { role } }
  await insertAuditEntry(sql, deed)
  return 'given'
}

/** Checks the current rules, which may be stricter than those at the invitation. */
async function isStillGiven(sql: Sql, { invitedBy, merchantId, role }: Invitation): Promise<boolean> {
  const places = await listPlaces(sql, invitedBy)
  const granting = places.filter((place) => place.merchantId === merchantId || place.merchantId === null)
  return places.length === 0 || granting.some((place) => rolesGivenBy(place.role as Role).includes(role as Role))
}
