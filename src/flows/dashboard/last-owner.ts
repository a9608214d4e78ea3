import { rolesGivenBy } from '#identity/people/team-rules.ts'
import type { Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { deleteInvitationsBy, deleteInvitationsTo } from '#store/people/invitations.ts'
import { holdActiveWithRole, type Membership } from '#store/people/memberships.ts'

/** The role that a team never goes without. */
const strongestOf = (merchantId: string | null): Role => (merchantId === null ? 'platform-admin' : 'owner')

/** Holds all who have a team's strongest role, before any of its members: two who leave at once wait for each other. */
export function holdOwners(sql: Sql, merchantId: string | null): Promise<string[]> {
  return holdActiveWithRole(sql, merchantId, strongestOf(merchantId))
}

/** True if the team would be without its strongest role. */
export async function isLastOwner(sql: Sql, { personId, merchantId, role }: Membership): Promise<boolean> {
  if (role !== strongestOf(merchantId)) return false
  return (await holdOwners(sql, merchantId)).every((owner) => owner === personId)
}

/**
 * Withdraws the invitations to a person whose place ended or has another role, and those of theirs that they may no
 * longer give.
 * @param role what is left to them; undefined for nothing
 */
export async function withdrawWithPlace(sql: Sql, lost: Omit<Membership, 'role'>, role?: string): Promise<void> {
  await deleteInvitationsTo(sql, lost)
  await deleteInvitationsBy(sql, lost, role === undefined ? [] : rolesGivenBy(role as Role))
}
