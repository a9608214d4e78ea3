import { keptText } from '#domain/kept-text.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'

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

const PASSKEY = record<Passkey>()('credentialId, personId, name, publicKey, counter, transports, lastUsedAt, createdAt')

export function insertPasskey(sql: Sql, key: Omit<Passkey, 'lastUsedAt' | 'createdAt'>): Promise<boolean> {
  return isOne(sql`
    insert into passkeys (credential_id, person_id, name, public_key, counter, transports)
    values (${key.credentialId}, ${key.personId}, ${keptText(key.name)}, ${key.publicKey}, ${key.counter}, ${key.transports})
    on conflict (credential_id) do nothing`)
}

export function findPasskey(sql: Sql, credentialId: string): Promise<Passkey | undefined> {
  return first(sql<Passkey[]>`select ${PASSKEY.select(sql)} from passkeys where credential_id = ${credentialId}`)
}

export async function listPasskeys(sql: Sql, personId: string): Promise<Passkey[]> {
  return sql<Passkey[]>`
    select ${PASSKEY.select(sql)} from passkeys where person_id = ${personId} order by created_at, credential_id`
}

/** Rejects a counter that did not grow, which a copy would send; counters that stay 0 do not count. */
export function usePasskey(sql: Sql, credentialId: string, counter: bigint): Promise<boolean> {
  return isOne(sql`
    update passkeys set counter = ${counter}, last_used_at = now()
    where credential_id = ${credentialId} and (counter < ${counter} or counter = 0 and ${counter} = 0)`)
}

export function deletePasskey(sql: Sql, personId: string, credentialId: string): Promise<boolean> {
  return isOne(sql`delete from passkeys where credential_id = ${credentialId} and person_id = ${personId}`)
}

export async function deletePasskeysOf(sql: Sql, personId: string): Promise<void> {
  await sql`delete from passkeys where person_id = ${personId}`
}
