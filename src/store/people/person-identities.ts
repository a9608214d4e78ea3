import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'

export interface PersonIdentity {
  readonly issuer: string
  readonly subject: string
}

export async function findPersonByIdentity(sql: Sql, { issuer, subject }: PersonIdentity): Promise<string | undefined> {
  const [row] = await sql<{ personId: string }[]>`
    select person_id as "personId" from person_identities where issuer = ${issuer} and subject = ${subject}`
  return row?.personId
}

export function insertIdentity(sql: Sql, identity: PersonIdentity, personId: string): Promise<boolean> {
  return isOne(sql`
    insert into person_identities (issuer, subject, person_id)
    values (${identity.issuer}, ${identity.subject}, ${personId})
    on conflict (issuer, subject) do nothing`)
}
