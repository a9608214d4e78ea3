import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'

// A sign-in may complete while another process receives its logout. Each commits its row before it reads the other's,
// so one of them sees both.

export interface ProviderLogout {
  readonly issuer: string
  readonly jti: string
  /** One sign-in (`sid`); null for all of the person's. */
  readonly session: string | null
  /** Person (`sub`); null if only the sign-in is named. */
  readonly subject: string | null
}

/** Records a logout, so that its sign-in opens no session meanwhile. @returns whether it is new */
export function insertProviderLogout(
  sql: Sql,
  { jti, session }: Pick<ProviderLogout, 'jti' | 'session'>,
  seconds: number,
): Promise<boolean> {
  return isOne(sql`
    with ended as (
      insert into identity_payloads (model, id, payload, expires_at)
      select 'EndedSession', ${session}::text, '{}', now() + make_interval(secs => ${seconds})
      where ${session}::text is not null
      on conflict (model, id) do update set expires_at = excluded.expires_at)
    insert into identity_payloads (model, id, payload, expires_at)
    values ('LogoutToken', ${jti}, '{}', now() + make_interval(secs => ${seconds}))
    on conflict (model, id) do nothing`)
}

/** Ends sessions of one sign-in, and of the named person if any. @returns how many there were */
export async function deleteSessionsOfSignIn(
  sql: Sql,
  { issuer, session, subject }: Omit<ProviderLogout, 'jti'>,
): Promise<number> {
  const { count } = await sql`
    delete from dashboard_sessions s
    where s.provider_session = ${session} and (${subject}::text is null or exists (
      select from person_identities i
      where i.issuer = ${issuer} and i.subject = ${subject} and i.person_id = s.person_id))`
  return count
}

export async function deleteSessionsOfSubject(
  sql: Sql,
  { issuer, subject }: Pick<ProviderLogout, 'issuer' | 'subject'>,
): Promise<number> {
  const { count } = await sql`
    delete from dashboard_sessions s using person_identities i
    where i.issuer = ${issuer} and i.subject = ${subject} and s.person_id = i.person_id`
  return count
}

/** Ends a session whose sign-in had ended at the provider before. */
export async function deleteIfEndedAtProvider(sql: Sql, sessionId: string): Promise<void> {
  await sql`
    delete from dashboard_sessions s using identity_payloads p
    where s.session_id = ${sessionId} and p.model = 'EndedSession' and p.id = s.provider_session and p.expires_at > now()`
}
