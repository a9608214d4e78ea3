import type { Sql } from '../connection/database.ts'
import { lastProof } from '../ledger/ledger-proofs.ts'

/** Backlog in the database. Counts end at `MOST_COUNTED`. */
export interface DatabaseMetrics {
  /** Transactions with an outcome unknown for a minute. */
  readonly unknownOutcomes: number
  /** Wait of the most overdue item of the worker. */
  readonly overdueSeconds: number
  readonly deliveriesPending: number
  /** Wait of the most overdue delivery. */
  readonly deliveryOverdueSeconds: number
  /** Mails that wait for the mail server, and the wait of the most overdue one. */
  readonly mailsPending: number
  readonly mailOverdueSeconds: number
  readonly searchLagSeconds: number
  /** Age of the newest complete verification of the ledger; without one, of the gateway. */
  readonly ledgerProofAgeSeconds: number
  readonly ledgerDiscrepancies: number
  /** Connections of all processes; how many work; how many more fit. */
  readonly connections: number
  readonly connectionsActive: number
  readonly connectionsFree: number
  /** Age of the newest backup by the command; without one, of the gateway. */
  readonly backupAgeSeconds: number
  /** Differences that the last check of the payment pages found. */
  readonly pageChanges: number
  /** Age of the last check that loaded all payment pages; without one, of the gateway. */
  readonly pageCheckAgeSeconds: number
  /** Time for which a deleted security code has been on the disk. */
  readonly secretsOverdueSeconds: number
  /** Difference between the clocks of this machine and of the database, as far as the statement's duration proves it. */
  readonly clockSkewSeconds: number
}

const MOST_COUNTED = 10_000
/** Endpoints with something pending that are looked at for the oldest of it. */
const MOST_ENDPOINTS = 1000

type Waiting = Pick<
  DatabaseMetrics,
  | 'unknownOutcomes'
  | 'overdueSeconds'
  | 'deliveriesPending'
  | 'deliveryOverdueSeconds'
  | 'mailsPending'
  | 'mailOverdueSeconds'
>

/** Reads a few thousand index entries at most, however long the history is. */
export async function readDatabaseMetrics(sql: Sql): Promise<DatabaseMetrics> {
  const [others, waiting] = await Promise.all([readOthers(sql), readWaiting(sql)])
  return { ...others, ...waiting }
}

async function readWaiting(sql: Sql): Promise<Waiting> {
  const [row] = await sql<[Waiting]>`
    with recursive due as (
      select awaiting, created_at from transactions where due_at is not null order by due_at limit ${MOST_COUNTED}
    ), endpoints as (
      select 1 as number, min(webhook_endpoint_id) as id from deliveries where status = 'PENDING'
      union all
      select number + 1,
        (select min(webhook_endpoint_id) from deliveries where status = 'PENDING' and webhook_endpoint_id > id)
      from endpoints where id is not null and number < ${MOST_ENDPOINTS}
    )
    select
      (select count(*) from due where awaiting = 'provider-answer' and created_at < now() - interval '1 minute')::int
        as "unknownOutcomes",
      coalesce((
        select extract(epoch from now() - min(due_at)) from transactions where due_at is not null and due_at < now()
      ), 0)::float8 as "overdueSeconds",
      (select count(*) from (
        select from deliveries where status = 'PENDING' limit ${MOST_COUNTED}
      ) pending)::int as "deliveriesPending",
      coalesce((
        select extract(epoch from now() - min(oldest.next_attempt_at))
        from endpoints cross join lateral (
          select next_attempt_at from deliveries
          where status = 'PENDING' and webhook_endpoint_id = endpoints.id and next_attempt_at < now()
          order by next_attempt_at limit 1
        ) oldest
      ), 0)::float8 as "deliveryOverdueSeconds",
      (select count(*) from (
        select from mails where next_attempt_at is not null limit ${MOST_COUNTED}
      ) waiting)::int as "mailsPending",
      coalesce((
        select extract(epoch from now() - min(next_attempt_at)) from mails where next_attempt_at < now()
      ), 0)::float8 as "mailOverdueSeconds"`
  return row
}

type Others = Omit<DatabaseMetrics, keyof Waiting>

async function readOthers(sql: Sql): Promise<Others> {
  const asked = Date.now()
  const [{ databaseMs, ...row }] = await sql<[Omit<Others, 'clockSkewSeconds'> & { databaseMs: number }]>`
    with proof as (
      ${lastProof(sql)}
    ), connection as (
      select state from pg_stat_activity where datname = current_database() and application_name like 'tollgate %'
    ), session as (
      select datname, usename from pg_stat_activity where usesysid is not null
    ), room as (
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) - (select count(*) from session) as free
      union all
      select rolconnlimit - (select count(*) from session where usename = current_user) from pg_roles
      where rolname = current_user and rolconnlimit >= 0
      union all
      select datconnlimit - (select count(*) from session where datname = current_database()) from pg_database
      where datname = current_database() and datconnlimit >= 0
    )
    select
      ${searchLag(sql)} as "searchLagSeconds",
      extract(epoch from now() - coalesce((select began_at from proof), (select min(applied_at) from migrations)))::float8
        as "ledgerProofAgeSeconds",
      coalesce((select discrepancies from proof), 0) as "ledgerDiscrepancies",
      (select count(*) from connection)::int as connections,
      (select count(*) from connection where state <> 'idle')::int as "connectionsActive",
      (select greatest(min(free), 0) from room)::int as "connectionsFree",
      extract(epoch from now() - coalesce((select taken_at from last_backup), (select min(applied_at) from migrations)))::float8
        as "backupAgeSeconds",
      coalesce((select cardinality(differences) from page_check), 0) as "pageChanges",
      extract(epoch from now() - coalesce((select checked_at from page_check), (select min(applied_at) from migrations)))::float8
        as "pageCheckAgeSeconds",
      coalesce((select extract(epoch from now() - min(forgotten_at)) from forgotten_secrets), 0)::float8
        as "secretsOverdueSeconds",
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "databaseMs"`
  const skewMs = Math.max(asked - databaseMs, databaseMs - Date.now(), 0)
  return { ...row, clockSkewSeconds: skewMs / 1000 }
}

export async function readSearchLag(sql: Sql): Promise<number> {
  const [row] = await sql<[{ seconds: number }]>`select ${searchLag(sql)} as seconds`
  return row.seconds
}

/** Before its first step it has nothing to be behind with. */
function searchLag(sql: Sql) {
  return sql`coalesce((
    select greatest(extract(epoch from now() - reached), 0) from gathering_marks where name = 'payments'
  ), 0)::float8`
}
