import { type Database, withConnection } from '#store/connection/database.ts'

/**
 * Which of these bytes are in some file of a server's database or in its write-ahead log.
 * @param url of the database, as the superuser
 */
export async function findOnDisk(url: string, wanted: readonly Uint8Array[]): Promise<boolean[]> {
  await writeEverything(url)
  return withConnection(url, 'test', (sql) => Promise.all(wanted.map((bytes) => isOnDisk(sql, bytes))))
}

async function isOnDisk(sql: Database, bytes: Uint8Array): Promise<boolean> {
  const [row] = await sql<[{ isThere: boolean }]>`
    select coalesce(bool_or(position(${bytes}::bytea in content) > 0), false) as "isThere"
    from pg_database cross join unnest(array['base/' || oid, 'base/pgsql_job_cache', 'pg_wal']) directory
      cross join pg_ls_dir(directory, true, false) name
      cross join lateral pg_stat_file(directory || '/' || name, true) status
      cross join lateral pg_read_binary_file(directory || '/' || name, 0, status.size, true) content
    where datname = current_database() and not status.isdir`
  return row.isThere
}

/** UNLOGGED tables are written by no common checkpoint, but before the files of a database are copied. */
async function writeEverything(url: string): Promise<void> {
  const copy = `${new URL(url).pathname.slice(1)}_copy`
  await withConnection(Object.assign(new URL(url), { pathname: '/postgres' }).href, 'test', async (sql) => {
    await sql.unsafe(`create database ${copy} template template0 strategy file_copy`)
    await sql.unsafe(`drop database ${copy}`)
  })
}
