import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#store/connection/database.ts'

/** Totals of the database since its start, or the share of one payment. */
export interface DatabaseWork {
  /** Transactions that wrote something. */
  readonly writes: number
  readonly walBytes: number
  readonly updates: number
  /** Updates that touched no index (heap-only tuples). */
  readonly hotUpdates: number
}

export interface Statements {
  readonly statements: number
}

/** Sessions report what they did to tables at last when they have been idle for ten seconds. */
const REPORTED_AFTER_MS = 11_000

/** Statements are counted only while they are asked for, because counting takes time, too. @param sql a superuser's */
export async function countStatements(sql: Database, on: boolean): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`
  await sql.unsafe(`alter system set pg_stat_statements.track = '${on ? 'top' : 'none'}'`)
  await sql`select pg_reload_conf()`
}

/** Reads how many there were until now: unlike the totals, without those of an idle worker. @param sql a superuser's */
export async function readStatements(sql: Database): Promise<number> {
  const [row] = await sql<[Statements]>`
    select coalesce(sum(calls), 0)::float8 as statements from pg_stat_statements`
  return row.statements
}

/** Reads the totals after all sessions have reported theirs. @param sql a superuser's */
export async function readDatabaseWork(sql: Database): Promise<DatabaseWork> {
  await sleep(REPORTED_AFTER_MS)
  const [row] = await sql<[DatabaseWork]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes,
      (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as "walBytes",
      (select coalesce(sum(n_tup_upd), 0)::float8 from pg_stat_user_tables) as updates,
      (select coalesce(sum(n_tup_hot_upd), 0)::float8 from pg_stat_user_tables) as "hotUpdates"`
  return row
}

/** Difference between two readings, for each payment. */
export function workPerPayment(before: DatabaseWork, after: DatabaseWork, payments: number): DatabaseWork {
  const each = (name: keyof DatabaseWork) => (after[name] - before[name]) / payments
  return {
    writes: each('writes'),
    walBytes: each('walBytes'),
    updates: each('updates'),
    hotUpdates: each('hotUpdates'),
  }
}
