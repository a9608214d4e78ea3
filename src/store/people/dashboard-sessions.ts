import { keptText } from '#domain/kept-text.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { isRefusedDemo } from './people.ts'

export interface NewDashboardSession {
  readonly sessionId: string
  readonly tokenHash: Uint8Array
  readonly personId: string
  /** How the person proved who they are, in the words of RFC 8176. */
  readonly methods: readonly string[]
  readonly userAgent: string
  readonly address: string
  /** Sign-in ID at an external identity provider (`sid`), and its encrypted ID token. */
  readonly providerSession: string | null
  readonly idToken: Uint8Array | null
  /** SHA-256 of the cookie that the browser had; its session ends. */
  readonly replaces: Uint8Array | null
}

export interface SignedInSession {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly methods: readonly string[]
  readonly provedSecondsAgo: number
  /** Seconds since the last recorded request. */
  readonly seenSecondsAgo: number
  /** Null if none was chosen, or it is gone. */
  readonly chosen: ChosenMerchant | null
  /** Ordered by the merchant's name; the platform first. */
  readonly memberships: readonly (ChosenMerchant & { readonly role: string })[]
}

interface ChosenMerchant {
  readonly merchantId: string | null
  readonly merchantName: string
  readonly timeZone: string
}

/** Signs a browser in until `seconds` from now, and the person with it. */
export async function insertDashboardSession(sql: Sql, session: NewDashboardSession, seconds: number): Promise<void> {
  await sql`
    with seen as (
      update people set last_sign_in_at = now(), updated_at = now() where person_id = ${session.personId}),
    replaced as (delete from dashboard_sessions where token_hash = ${session.replaces})
    insert into dashboard_sessions (session_id, token_hash, person_id, methods, proved_at, user_agent, address,
      provider_session, id_token, ends_at)
    values (${session.sessionId}, ${session.tokenHash}, ${session.personId}, ${session.methods}, now(),
      ${keptText(session.userAgent)}, ${session.address}, ${session.providerSession}, ${session.idToken},
      now() + make_interval(secs => ${seconds}))`
}

/** Roles are read with the session, so that changes apply to the next request. */
export function findDashboardSession(sql: Sql, tokenHash: Uint8Array, idleSeconds: number) {
  return first(sql<SignedInSession[]>`
    select s.session_id as "sessionId", p.person_id as "personId", p.name, p.email, s.methods,
      extract(epoch from now() - s.proved_at)::float8 as "provedSecondsAgo",
      extract(epoch from now() - s.last_seen_at)::float8 as "seenSecondsAgo",
      case when c.merchant_id is not null then
        jsonb_build_object('merchantId', c.merchant_id, 'merchantName', c.name, 'timeZone', c.time_zone) end as chosen,
      coalesce((
        select jsonb_agg(jsonb_build_object('merchantId', m.merchant_id, 'merchantName', coalesce(o.name, ''),
          'timeZone', coalesce(o.time_zone, 'UTC'), 'role', m.role) order by o.name nulls first, m.merchant_id)
        from memberships m left join merchants o on o.merchant_id = m.merchant_id
        where m.person_id = s.person_id and m.status = 'ACTIVE'), '[]') as memberships
    from dashboard_sessions s
      join people p on p.person_id = s.person_id and p.status = 'ACTIVE' and not ${isRefusedDemo(sql, 'p.email')}
      left join merchants c on c.merchant_id = s.merchant_id
    where s.token_hash = ${tokenHash} and s.ends_at > now()
      and s.last_seen_at > now() - make_interval(secs => ${idleSeconds})`)
}

export async function touchDashboardSession(sql: Sql, sessionId: string): Promise<void> {
  await sql`update dashboard_sessions set last_seen_at = now() where session_id = ${sessionId}`
}

export async function chooseSessionMerchant(sql: Sql, sessionId: string, merchantId: string | null): Promise<void> {
  await sql`update dashboard_sessions set merchant_id = ${merchantId} where session_id = ${sessionId}`
}

/** Rotates a session's cookie after a re-authentication. @returns false if the session is gone */
export function rotateDashboardSession(
  sql: Sql,
  tokenHash: Uint8Array,
  fresh: {
    readonly tokenHash: Uint8Array
    readonly heldForm: Uint8Array | null
    readonly idToken: Uint8Array | null
    readonly providerSession: string | undefined
    readonly methods: readonly string[]
  },
): Promise<boolean> {
  return isOne(sql`
    update dashboard_sessions
    set token_hash = ${fresh.tokenHash}, held_form = ${fresh.heldForm}, id_token = ${fresh.idToken},
      provider_session = coalesce(${fresh.providerSession ?? null}, provider_session), methods = ${fresh.methods},
      proved_at = now(), last_seen_at = now()
    where token_hash = ${tokenHash}`)
}

/** Encrypted under the cookie of the session. */
export interface SealedOfSession {
  readonly heldForm: Uint8Array | null
  readonly idToken: Uint8Array | null
}

export async function findSessionSecrets(sql: Sql, sessionId: string): Promise<SealedOfSession> {
  const [row] = await sql<SealedOfSession[]>`
    select held_form as "heldForm", id_token as "idToken" from dashboard_sessions where session_id = ${sessionId}`
  return row ?? { heldForm: null, idToken: null }
}

export async function replaceHeldForm(sql: Sql, sessionId: string, form: Uint8Array | null): Promise<void> {
  await sql`update dashboard_sessions set held_form = ${form} where session_id = ${sessionId}`
}

export async function deleteDashboardSession(sql: Sql, tokenHash: Uint8Array): Promise<void> {
  await sql`delete from dashboard_sessions where token_hash = ${tokenHash}`
}

export async function purgeOldSessions(sql: Sql, idleSeconds: number): Promise<void> {
  await sql`
    delete from dashboard_sessions
    where ends_at < now() or last_seen_at < now() - make_interval(secs => ${idleSeconds})`
}

export interface ListedSession {
  readonly sessionId: string
  readonly userAgent: string
  readonly address: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

const LISTED = record<ListedSession>()('sessionId, userAgent, address, createdAt, lastSeenAt')

export async function listDashboardSessions(sql: Sql, personId: string, idleSeconds: number): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select ${LISTED.select(sql)} from dashboard_sessions
    where person_id = ${personId} and ends_at > now() and last_seen_at > now() - make_interval(secs => ${idleSeconds})
    order by last_seen_at desc, session_id`
}

export function deleteSessionOf(sql: Sql, personId: string, sessionId: string): Promise<boolean> {
  return isOne(sql`
    delete from dashboard_sessions where session_id = ${sessionId} and person_id = ${personId}`)
}

export async function deleteSessionsOf(sql: Sql, personId: string, except: string | null): Promise<void> {
  await sql`
    delete from dashboard_sessions where person_id = ${personId} and session_id is distinct from ${except}`
}
