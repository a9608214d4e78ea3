import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { newTrader } from '#test/ledger.ts'
import { withConnection } from '../connection/database.ts'
import { createDatabase, dropDatabase } from '../schema/create-database.ts'
import type { AppliedMigration } from '../schema/migration-files.ts'
import { withBackupSnapshot } from './read-backup.ts'
import { isEmpty, restoreRows } from './restore-rows.ts'

const server = () => Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href

async function emptyDatabase() {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await createDatabase(server(), name)
  const url = Object.assign(new URL(server()), { pathname: `/${name}` }).href
  return { url, drop: () => dropDatabase(server(), name) }
}

let empty: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  empty = await emptyDatabase()
})
afterAll(() => empty.drop())

const url = () => empty.url
const migrationsOf = (address: string) =>
  withConnection(address, 'test', (sql) => sql<AppliedMigration[]>`select name, checksum from migrations order by name`)

it.each([
  ["public.people from program 'touch /tmp/taken' --", ['x'], 'There is no table'],
  ['public.people', ["person_id) from program 'touch /tmp/taken' --"], 'There is no column'],
  ['public.migrations', ['name'], 'There is no table'],
  ['pg_catalog.pg_authid', ['rolname'], 'There is no table'],
  ['public.people', [], 'There is no table'],
])('a table named %j with columns %j in a file reaches no statement', async (table, columns, words) => {
  const migrations = await migrationsOf(inject('templateUrl'))
  const restored = withConnection(url(), 'test', (sql) =>
    restoreRows(sql, migrations, async ({ rowsInto }) => void (await rowsInto({ name: table, columns }))),
  )
  await expect(restored).rejects.toThrow(words)
})

/** Those that are recorded in a database of release 1.0.0. */
async function migrationsOfRelease(): Promise<AppliedMigration[]> {
  const all = await migrationsOf(inject('templateUrl'))
  const last = all.findIndex((one) => one.name === '0109-settlement-by-the-test-clock.sql')
  return all.slice(0, last + 1).filter((one) => one.name !== '0109-baseline.sql')
}

const restoreNothing = (migrations: readonly AppliedMigration[]) =>
  withConnection(url(), 'test', (sql) => restoreRows(sql, migrations, async () => undefined))

it('a backup from before release 1.0.0 is not restored, and says what to do', async () => {
  const [, ...some] = await migrationsOfRelease()
  await expect(restoreNothing(some)).rejects.toThrow(
    'Use this database or backup with commit 04387768, which is release 1.0.0, first',
  )
  expect(await withConnection(url(), 'test', isEmpty)).toBe(true)
})

it('a backup of release 1.0.0 gets the schema of the baseline', async () => {
  const migrations = await migrationsOfRelease()
  await restoreNothing(migrations)
  const restored = await migrationsOf(url())
  expect(restored).toEqual(expect.arrayContaining(migrations))
  expect(restored.map((one) => one.name)).toContain('0109-baseline.sql')
})

it('rows of a merchant that another group serves are in no backup, and its move is ended by the restore', async () => {
  const source = await freshDatabase()
  const target = await emptyDatabase()
  const [away, here] = await Promise.all([newTrader(source.sql), newTrader(source.sql)])
  await source.sql`
    insert into merchant_moves (merchant_id, state, other_group, other_url, switched_at)
    values (${away.merchantId}, 'AWAY', 'us1', 'https://us1.pay.example', now()),
      (${here.merchantId}, 'COPYING', 'us1', 'https://us1.pay.example', null)`
  await source.sql`insert into moved_ids (id, merchant_id) values (${away.merchantId}, ${away.merchantId})`
  const restored = await withConnection(source.url, 'test', (from) =>
    withBackupSnapshot(from, ({ migrations, tables, rowsOf }) =>
      withConnection(target.url, 'test', async (sql) => {
        await restoreRows(sql, migrations, async ({ rowsInto }) => {
          for (const table of tables) {
            const writer = await rowsInto(table)
            for await (const rows of rowsOf(table)) await writer.write(rows)
            await writer.end()
          }
        })
        return {
          merchants: await sql`select merchant_id from merchants`,
          moves: await sql`select merchant_id, state, finished_at is not null as finished from merchant_moves`,
          ids: await sql`select id from moved_ids`,
        }
      }),
    ),
  )
  await Promise.all([source.drop(), target.drop()])
  expect(restored.merchants).toEqual([{ merchant_id: here.merchantId }])
  expect(restored.moves).toEqual([{ merchant_id: away.merchantId, state: 'AWAY', finished: true }])
  expect(restored.ids).toEqual([{ id: away.merchantId }])
})

it('while a merchant is switching, no backup is taken', async () => {
  const source = await freshDatabase()
  await source.sql`
    insert into merchant_moves (merchant_id, state, other_group, other_url)
    values ('mer_1', 'AWAY', 'us1', 'https://us1.pay.example')`
  const taken = withConnection(source.url, 'test', (from) => withBackupSnapshot(from, async () => undefined))
  await expect(taken).rejects.toThrow('A merchant is switching to another group; try again in a minute.')
  await source.drop()
})
