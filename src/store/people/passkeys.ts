import { keptText } from '#domain/kept-text.ts'
import type { Sql } from '../connection/database.ts'

/** A key that a person's device or manager holds (W3C Web Authentication). */
export interface Passkey {
  /** Base64url. */
  readonly credentialId: string
  readonly personId: string
  readonly name: string
  readonly publicKey: Uint8Array
  readonly counter: bigint
  readonly transports: readonly string[]
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
}

const COLUMNS = `credential_id as "credentialId", person_id as "personId", name, public_key as "publicKey", counter,
  transports, last_used_at as "lastUsedAt", created_at as "createdAt"`

/** @returns whether nobody had it yet */
export async function insertPasskey(sql: Sql, key: Omit<Passkey, 'lastUsedAt' | 'createdAt'>): Promise<boolean> {
  const { count } = await sql`
    insert into passkeys (credential_id, person_id, name, public_key, counter, transports)
    values (${key.credentialId}, ${key.personId}, ${keptText(key.name)}, ${key.publicKey}, ${key.counter}, ${[...key.transports]})
    on conflict (credential_id) do nothing`
  return count === 1
}

export async function findPasskey(sql: Sql, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await sql<Passkey[]>`select ${sql.unsafe(COLUMNS)} from passkeys where credential_id = ${credentialId}`
  return row
}

export async function listPasskeys(sql: Sql, personId: string): Promise<Passkey[]> {
  return sql<Passkey[]>`
    select ${sql.unsafe(COLUMNS)} from passkeys where person_id = ${personId} order by created_at, credential_id`
}

/** A counter that does not grow was copied; those that stay at 0 do not count at all. */
export async function usePasskey(sql: Sql, credentialId: string, counter: bigint): Promise<boolean> {
  const { count } = await sql`
    update passkeys set counter = ${counter}, last_used_at = now()
    where credential_id = ${credentialId} and (counter < ${counter} or counter = 0 and ${counter} = 0)`
  return count === 1
}

/** @returns whether this person had it */
export async function deletePasskey(sql: Sql, personId: string, credentialId: string): Promise<boolean> {
  const { count } = await sql`delete from passkeys where credential_id = ${credentialId} and person_id = ${personId}`
  return count === 1
}

export async function deletePasskeysOf(sql: Sql, personId: string): Promise<void> {
  await sql`delete from passkeys where person_id = ${personId}`
}
