import { DEMO_EMAILS } from '#domain/demo-emails.ts'
import { keptText } from '#domain/kept-text.ts'
import type { Sql } from '../connection/database.ts'
import { isProduction } from '../schema/database-realm.ts'
import { first, isOne } from '../shape/results.ts'

export interface Person {
  readonly personId: string
  readonly email: string
  readonly name: string
  readonly status: 'ACTIVE' | 'DISABLED'
  /** Argon2id in the PHC string format; null before the person has chosen a password. */
  readonly passwordHash: string | null
}

/** Disables people without a role, and those of the demo in production. */
function columns(sql: Sql) {
  return sql`person_id as "personId", email, name, password_hash as "passwordHash",
    case when exists (select from memberships m where m.person_id = people.person_id and m.status = 'ACTIVE')
      and not ${isRefusedDemo(sql, 'email')} then status else 'DISABLED' end as status`
}

/** True in SQL for people of the demo in production. @param column of the email */
export function isRefusedDemo(sql: Sql, column: 'email' | 'p.email') {
  const emails = Object.values(DEMO_EMAILS)
  return sql`(${isProduction(sql)} and ${sql.unsafe(column)} = any (${emails}))`
}

/** Adds a person, or changes the password of the one with this email. @returns the person's ID */
export async function upsertPerson(sql: Sql, person: Omit<Person, 'status'>): Promise<string> {
  const [row] = await sql<[{ personId: string }]>`
    insert into people (person_id, email, name, password_hash)
    values (${person.personId}, ${keptText(person.email)}, ${keptText(person.name)}, ${person.passwordHash})
    on conflict (email) do update set password_hash = excluded.password_hash, updated_at = now()
    returning person_id as "personId"`
  return row.personId
}

export function insertPerson(sql: Sql, person: Omit<Person, 'status'>): Promise<boolean> {
  return isOne(sql`
    insert into people (person_id, email, name, password_hash)
    values (${person.personId}, ${keptText(person.email)}, ${keptText(person.name)}, ${person.passwordHash})
    on conflict (email) do nothing`)
}

/** @param email in lower case */
export function findPersonByEmail(sql: Sql, email: string): Promise<Person | undefined> {
  return first(sql<Person[]>`select ${columns(sql)} from people where email = ${email}`)
}

export function findPerson(sql: Sql, personId: string): Promise<Person | undefined> {
  return first(sql<Person[]>`select ${columns(sql)} from people where person_id = ${personId}`)
}

/** Locks a person until the SQL transaction ends; memberships and dependent rows change only under this lock. */
export function lockPerson(sql: Sql, personId: string): Promise<Omit<Person, 'passwordHash'> | undefined> {
  return first(sql<Omit<Person, 'passwordHash'>[]>`
    select person_id as "personId", email, name, status from people where person_id = ${personId} for no key update`)
}

export async function findEarlierPasswords(sql: Sql, personId: string): Promise<string[]> {
  const [row] = await sql<{ hashes: string[] }[]>`
    select array_remove(password_hash || previous_password_hashes, null) as hashes
    from people where person_id = ${personId}`
  return row?.hashes ?? []
}

export function withdrawPassword(sql: Sql, personId: string): Promise<void> {
  return replacePassword(sql, personId, null)
}

/** Keeps three hashes of earlier passwords. Password links, and sign-ins that wait for a second factor, expire. */
export async function replacePassword(sql: Sql, personId: string, passwordHash: string | null): Promise<void> {
  await sql`
    with links as (delete from password_links where person_id = ${personId}),
    sign_ins as (
      delete from identity_payloads where model = 'Interaction' and payload #>> '{result,passed}' = ${personId})
    update people set password_hash = ${passwordHash}, updated_at = now(),
      previous_password_hashes = (array_remove(password_hash || previous_password_hashes, null))[1:3]
    where person_id = ${personId}`
}

export async function renamePerson(sql: Sql, personId: string, name: string): Promise<void> {
  await sql`update people set name = ${keptText(name)}, updated_at = now() where person_id = ${personId}`
}

/** Null leaves it as it is. @returns whether there is such a person */
export function setPersonStatus(sql: Sql, personId: string, status: 'ACTIVE' | 'DISABLED' | null): Promise<boolean> {
  return isOne(sql`
    update people set status = coalesce(${status}, status), updated_at = now() where person_id = ${personId}`)
}

const UNUSED_DAYS = 90

/** Disables people who have not signed in for long (PCI DSS 8.2.6). */
export async function disableUnusedPeople(sql: Sql): Promise<void> {
  await sql`
    update people set status = 'DISABLED', updated_at = now()
    where status = 'ACTIVE' and coalesce(last_sign_in_at, created_at) < now() - make_interval(days => ${UNUSED_DAYS})`
}
