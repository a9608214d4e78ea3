import { rolesGivenBy } from '#identity/people/team-rules.ts'
import type { Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { deleteInvitationsBy, deleteInvitationsTo } from '#store/people/invitations.ts'
import { lockActiveMembers, type Membership } from '#store/people/memberships.ts'

/** Role that at least one member of a team must have. */
const strongestOf = (merchantId: string | null): Role => (merchantId === null ? 'platform-admin' : 'owner')

/** Locks all members with a team's strongest role, before any other member, so that two who leave wait for each other. */
export function holdOwners(sql: Sql, merchantId: string | null): Promise<string[]> {
  return lockActiveMembers(sql, merchantId, strongestOf(merchantId))
}

/** True if the team would be without its strongest role. */
export async function isLastOwner(sql: Sql, { personId, merchantId, role }: Membership): Promise<boolean> {
  if (role !== strongestOf(merchantId)) return false
  return (await holdOwners(sql, merchantId)).every((owner) => owner === personId)
}

/** Withdraws invitations to a person, and theirs to roles that they can no longer grant. @param role the remaining one */
export async function withdrawWithPlace(sql: Sql, lost: Omit<Membership, 'role'>, role?: string): Promise<void> {
  await deleteInvitationsTo(sql, lost)
  await deleteInvitationsBy(sql, lost, role === undefined ? [] : rolesGivenBy(role as Role))
}
