import { newId } from '#domain/ids.ts'
import type { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertMembership } from '#store/people/memberships.ts'
import { findPersonByEmail, upsertPerson } from '#store/people/people.ts'
import type { Role } from '../permissions.ts'
import { hashPassword } from './passwords.ts'

/** User with credentials in `demo.json` (docs/reference/running.md#the-demo-file). */
interface DemoPerson {
  readonly email: string
  readonly name: string
  readonly password: Secret<string>
  readonly merchantId: string | null
  readonly role: Role
}

export async function isKnownPerson(sql: Sql, email: string): Promise<boolean> {
  return (await findPersonByEmail(sql, email)) !== undefined
}

/** Creates the user's email, password and role, or updates them. */
export async function addDemoPerson(sql: Sql, { email, name, password, merchantId, role }: DemoPerson): Promise<void> {
  const passwordHash = await hashPassword(password)
  const personId = await upsertPerson(sql, { personId: newId('per'), email, name, passwordHash })
  await insertMembership(sql, { personId, merchantId, role })
}
