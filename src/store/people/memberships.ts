import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'

/** Role of a person at a merchant, or with null at the platform. */
export interface Membership {
  readonly personId: string
  readonly merchantId: string | null
  readonly role: string
}

export interface Member extends Membership {
  readonly name: string
  readonly email: string
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly hasSecondFactor: boolean
  readonly lastSignInAt: Date | null
  readonly reviewedAt: Date | null
  readonly createdAt: Date
}

/**
 * Adds a membership; an existing one stays unchanged. Requires `lockPerson`, so that no person gets both a merchant's
 * and a platform one.
 * @returns true if it was added
 */
export async function insertMembership(sql: Sql, place: Membership): Promise<boolean> {
  if (await hasPlaceAcross(sql, place)) return false
  const { personId, merchantId, role } = place
  return isOne(sql`
    insert into memberships (person_id, merchant_id, role) values (${personId}, ${merchantId}, ${role})
    on conflict (person_id, merchant_id) do nothing`)
}

/** Sets a role, regardless of the previous one. Requires `lockPerson`. */
export async function putMembership(sql: Sql, place: Membership): Promise<void> {
  if (await hasPlaceAcross(sql, place)) return
  const { personId, merchantId, role } = place
  await sql`
    insert into memberships (person_id, merchant_id, role) values (${personId}, ${merchantId}, ${role})
    on conflict (person_id, merchant_id) do update set role = excluded.role, status = 'ACTIVE', updated_at = now()`
}

type Place = Pick<Membership, 'personId' | 'merchantId'>

/** True if a platform user would get a membership at a merchant, or a merchant's user one at the platform. */
export async function hasPlaceAcross(sql: Sql, { personId, merchantId }: Place): Promise<boolean> {
  const rows = await sql`
    select from memberships
    where person_id = ${personId} and status = 'ACTIVE' and (merchant_id is null) <> ${merchantId === null} limit 1`
  return rows.length > 0
}

export async function listPlaces(sql: Sql, personId: string): Promise<Membership[]> {
  return sql<Membership[]>`
    select person_id as "personId", merchant_id as "merchantId", role from memberships
    where person_id = ${personId} and status = 'ACTIVE' order by merchant_id nulls first`
}

/** True if the person has a membership in this team, disabled or not. */
export async function isInTeam(sql: Sql, { personId, merchantId }: Place): Promise<boolean> {
  const rows = await sql`
    select from memberships where person_id = ${personId} and merchant_id is not distinct from ${merchantId}`
  return rows.length > 0
}

/** Columns of `memberships m` and `people p`. */
const MEMBER = record<Member>({
  name: 'p.name',
  email: 'p.email',
  status: `case when p.status = 'ACTIVE' then m.status else p.status end`,
  hasSecondFactor: `exists (select from totp_secrets t where t.person_id = p.person_id and t.confirmed_at is not null)
    or exists (select from passkeys k where k.person_id = p.person_id)`,
  lastSignInAt: 'p.last_sign_in_at',
})('personId, merchantId, role, name, email, status, hasSecondFactor, lastSignInAt, reviewedAt, createdAt')

export async function listMembers(sql: Sql, merchantId: string | null): Promise<Member[]> {
  return sql<Member[]>`
    select ${MEMBER.select(sql, 'm')} from memberships m join people p on p.person_id = m.person_id
    where m.merchant_id is not distinct from ${merchantId} order by p.name, p.person_id`
}

/** Locks a member until the SQL transaction ends. */
export function lockMember(sql: Sql, merchantId: string | null, personId: string): Promise<Member | undefined> {
  return first(sql<Member[]>`
    select ${MEMBER.select(sql, 'm')} from memberships m join people p on p.person_id = m.person_id
    where m.merchant_id is not distinct from ${merchantId} and m.person_id = ${personId} for update of m`)
}

/** Changes a member. Callers lock all owners of the team, so that one stays. @returns whether there was one */
export function updateMembership(
  sql: Sql,
  { personId, merchantId }: Place,
  change: { readonly role?: string; readonly status?: 'ACTIVE' | 'DISABLED'; readonly isReviewed?: boolean },
): Promise<boolean> {
  const { role = null, status = null, isReviewed = false } = change
  return isOne(sql`
    update memberships set role = coalesce(${role}, role), status = coalesce(${status}, status),
      reviewed_at = case when ${isReviewed} then now() else reviewed_at end, updated_at = now()
    where merchant_id is not distinct from ${merchantId} and person_id = ${personId}`)
}

export async function isMemberElsewhere(sql: Sql, { personId, merchantId }: Membership): Promise<boolean> {
  const rows = await sql`
    select from memberships where person_id = ${personId} and merchant_id is distinct from ${merchantId} limit 1`
  return rows.length > 0
}

/** Locks active people with a role in a team, until the SQL transaction ends. */
export async function lockActiveMembers(sql: Sql, merchantId: string | null, role: string): Promise<string[]> {
  const rows = await sql<{ personId: string }[]>`
    select m.person_id as "personId" from memberships m join people p on p.person_id = m.person_id
    where m.merchant_id is not distinct from ${merchantId} and m.role = ${role}
      and m.status = 'ACTIVE' and p.status = 'ACTIVE'
    order by m.person_id for update of m`
  return rows.map(({ personId }) => personId)
}

export async function disableMembershipsBut(
  sql: Sql,
  personId: string,
  kept: readonly (string | null)[],
): Promise<void> {
  const merchants = kept.filter((merchantId) => merchantId !== null)
  await sql`
    update memberships set status = 'DISABLED', updated_at = now()
    where person_id = ${personId} and status = 'ACTIVE'
      and not (merchant_id = any(${merchants}::text[]) or merchant_id is null and ${kept.includes(null)})`
}
