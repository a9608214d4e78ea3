import type { Database, Sql } from '../connection/database.ts'
import type { AppliedMigration } from '../schema/migration-files.ts'
import { copyOut } from './copy.ts'
import { haveMoves, listHidden, readIn } from './moved-merchants.ts'
import { type BackedUpTable, listTables, PORTABLE_TEXT } from './tables.ts'

export interface BackupSnapshot {
  readonly at: Date
  readonly migrations: readonly AppliedMigration[]
  /** Each behind those it refers to. */
  readonly tables: readonly BackedUpTable[]
  /** Must be read to its end before the next table. */
  rowsOf(table: BackedUpTable): AsyncIterable<Uint8Array>
}

/**
 * Reads a backup from one snapshot. Payments continue; migrations wait, because they would change tables under it.
 * @throws if the schema changed meanwhile, or a merchant is switching to another group
 */
export async function withBackupSnapshot<T>(sql: Database, read: (snapshot: BackupSnapshot) => Promise<T>): Promise<T> {
  const expected = namesOf(await listTables(sql))
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    // The first query takes the snapshot, so all locks come before.
    await tx.unsafe(`set local statement_timeout = 0; ${PORTABLE_TEXT}; lock table ${expected} in access share mode`)
    const tables = await listTables(tx)
    if (namesOf(tables) !== expected) throw new Error('The schema was changed just now. Try again.')
    const hidden = haveMoves(tables) ? await listHidden(tx) : []
    return read({ ...(await momentOf(tx)), tables, rowsOf: (table) => copyOut(tx, readIn(table, hidden)) })
  })
}

const namesOf = (tables: readonly BackedUpTable[]) => tables.map(({ name }) => name).join(', ')

async function momentOf(sql: Sql): Promise<Pick<BackupSnapshot, 'at' | 'migrations'>> {
  const migrations = await sql<AppliedMigration[]>`select name, checksum from migrations order by name`
  const [{ at }] = await sql<[{ at: Date }]>`select now() as at`
  return { at, migrations: migrations.map(({ name, checksum }) => ({ name, checksum })) }
}
