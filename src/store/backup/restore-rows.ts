import type { Database, Sql } from '../connection/database.ts'
import { applyMigrations } from '../schema/migrate.ts'
import type { AppliedMigration } from '../schema/migration-files.ts'
import { copyIn, type RowWriter } from './copy.ts'
import { endMoves, haveMoves } from './moved-merchants.ts'
import { type BackedUpTable, inCopy, listTables, PORTABLE_TEXT } from './tables.ts'

export interface EmptyTables {
  readonly sql: Sql
  rowsInto(table: BackedUpTable): Promise<RowWriter>
}

export async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ empty: boolean }]>`select to_regclass('public.migrations') is null as empty`
  return row.empty
}

/**
 * Creates a backup's schema and restores its rows, all or none. Triggers do not fire, because the rows have their
 * effects; foreign keys are checked.
 * @param sql the owner's connection to an empty database
 * @throws if a migration is unknown here or differs
 */
export async function restoreRows(
  sql: Database,
  migrations: readonly AppliedMigration[],
  fill: (tables: EmptyTables) => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await applyMigrations(tx, migrations)
    await tx.unsafe(`set local statement_timeout = 0; ${PORTABLE_TEXT}`)
    const tables = await listTables(tx)
    await tx.unsafe(eachOf(tables, ({ name }) => `alter table ${name} disable trigger user`))
    // Rows that migrations inserted.
    await tx.unsafe(eachOf(tables.toReversed(), ({ name }) => `delete from ${name}`))
    await fill({ sql: tx, rowsInto: (table) => copyIn(tx, inCopy(inSchema(tables, table))) })
    await tx.unsafe(eachOf(tables, ({ name }) => `alter table ${name} enable trigger user`))
    if (haveMoves(tables)) await endMoves(tx)
    await countOn(tx)
  })
}

/** Names from the schema, never from a file, because they become part of a statement. */
function inSchema(tables: readonly BackedUpTable[], { name, columns }: BackedUpTable): BackedUpTable {
  const table = tables.find((one) => one.name === name)
  if (!table || columns.length === 0) throw new Error(`There is no table ${JSON.stringify(name)} in this schema.`)
  return { name: table.name, columns: columns.map((column) => columnOf(table, column)) }
}

function columnOf({ name, columns }: BackedUpTable, column: string): string {
  const found = columns.find((one) => one === column)
  if (found === undefined) throw new Error(`There is no column ${JSON.stringify(column)} in ${name}.`)
  return found
}

const eachOf = (tables: readonly BackedUpTable[], statement: (table: BackedUpTable) => string) =>
  tables.map(statement).join('; ')

/** Moves sequences behind the highest number. */
async function countOn(sql: Sql): Promise<void> {
  const statements = await sql<{ statement: string }[]>`
    select format(
      'select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
      attrelid::regclass, attname, attname, attrelid::regclass
    ) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relpersistence = 'p'`
  for (const { statement } of statements) await sql.unsafe(statement)
}
