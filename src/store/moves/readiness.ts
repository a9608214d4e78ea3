import type { Sql } from '../connection/sql.ts'

export async function listApplied(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`
  return rows.map(({ name }) => name)
}

export async function merchantExists(sql: Sql, merchantId: string): Promise<boolean> {
  const rows = await sql`select from merchants where merchant_id = ${merchantId}`
  return rows.length > 0
}

/** One that follows the log, and two that copy tables. */
const WORKERS = 3

interface Server {
  readonly walLevel: string
  readonly freeSlots: number
  readonly freeWorkers: number
  readonly isSuperuser: boolean
  /** Roles of other sessions from which rows cannot be hidden. */
  readonly boundless: readonly string[]
}

/** Names what a server lacks before it can replicate a merchant, and hide one. @param own names of this move's replication */
export async function findServerProblems(sql: Sql, own: readonly string[]): Promise<string[]> {
  const [server] = await sql<[Server]>`
    select current_setting('wal_level') as "walLevel",
      current_setting('max_replication_slots')::int - (
        select count(*) from pg_replication_slots where slot_name <> all(${own}))::int as "freeSlots",
      current_setting('max_logical_replication_workers')::int - (
        select count(*) from pg_subscription where subenabled and subname <> all(${own}))::int as "freeWorkers",
      rolsuper as "isSuperuser",
      array(
        select distinct usename::text from pg_stat_activity join pg_roles role on role.oid = usesysid
        where datname = current_database() and application_name like 'tollgate %'
          and application_name <> 'tollgate merchant move'
          and (rolsuper or rolbypassrls or role.oid = (select relowner from pg_class where oid = 'merchants'::regclass))
      ) as boundless
    from pg_roles where rolname = current_user`
  const problems: string[] = []
  if (server.walLevel !== 'logical') problems.push('Set wal_level = logical, and restart the server.')
  if (server.freeSlots < 2) problems.push('Raise max_replication_slots by 4, and restart the server.')
  if (server.freeWorkers < WORKERS)
    problems.push(
      `Raise max_logical_replication_workers and max_worker_processes by ${WORKERS}, and restart the server; or finish another move first.`,
    )
  if (!server.isSuperuser) problems.push("Use a superuser's role in the address, for this command only.")
  if (server.boundless.length > 0)
    problems.push(
      `Sessions of ${server.boundless.join(', ')} see all rows; gateways need a role of their own (docs/operate/install.md).`,
    )
  return problems
}

/** Distinguishes our advisory lock from those of migrations and roles. */
const LOCK = 8_655_430

/** Holds the moves of a database until the connection ends. @param own with one connection @returns false if another does */
export async function holdMoves(own: Sql): Promise<boolean> {
  await noticeLoss(own)
  const [row] = await own<[{ isHeld: boolean }]>`select pg_try_advisory_lock(${LOCK}) as "isHeld"`
  return row.isHeld
}

/** Ends what other sessions of this command wait for. */
export async function cancelStatements(sql: Sql): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where application_name = 'tollgate merchant move' and datname = current_database() and pid <> pg_backend_pid()`
}

/** Lets the server notice within seconds that the machine of this session is gone. */
export async function noticeLoss(session: Sql): Promise<void> {
  await session.unsafe('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
}
