import type { Database, Sql } from '../connection/database.ts'
import type { AppliedMigration } from '../schema/migration-files.ts'
import { copyOut } from './copy.ts'
import { type BackedUpTable, inCopy, listTables, PORTABLE_TEXT } from './tables.ts'

/** A database as it stood at one moment. */
export interface BackupSnapshot {
  readonly at: Date
  readonly migrations: readonly AppliedMigration[]
  /** Each behind those it refers to. */
  readonly tables: readonly BackedUpTable[]
  /** To be read to its end before the next table is asked for. */
  rowsOf(table: BackedUpTable): AsyncIterable<Uint8Array>
}

/**
 * Reads everything that belongs into a backup, all as of one moment. Payments go on meanwhile; migrations wait, because
 * they would take rows from under a snapshot.
 * @throws where the schema changed just when it began
 */
export async function withBackupSnapshot<T>(sql: Database, read: (snapshot: BackupSnapshot) => Promise<T>): Promise<T> {
  const expected = namesOf(await listTables(sql))
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    // The moment is that of the first query, so everything is locked before.
    await tx.unsafe(`set local statement_timeout = 0; ${PORTABLE_TEXT}; lock table ${expected} in access share mode`)
    const tables = await listTables(tx)
    if (namesOf(tables) !== expected) throw new Error('The schema was changed just now. Try again.')
    return read({ ...(await momentOf(tx)), tables, rowsOf: (table) => copyOut(tx, inCopy(table)) })
  })
}

const namesOf = (tables: readonly BackedUpTable[]) => tables.map(({ name }) => name).join(', ')

async function momentOf(sql: Sql): Promise<Pick<BackupSnapshot, 'at' | 'migrations'>> {
  const migrations = await sql<AppliedMigration[]>`select name, checksum from migrations order by name`
  const [{ at }] = await sql<[{ at: Date }]>`select now() as at`
  return { at, migrations: migrations.map(({ name, checksum }) => ({ name, checksum })) }
}
