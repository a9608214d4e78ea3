import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withConnection } from '#store/connection/database.ts'
import { createDatabase, dropDatabase } from '#store/schema/create-database.ts'
import type { BackupReader } from './backup-file.ts'
import { damaged } from './backup-lines.ts'
import { restoreInto } from './restore.ts'

const name = `restored_${randomBytes(6).toString('hex')}`
const server = () => Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
const url = () => Object.assign(new URL(server()), { pathname: `/${name}` }).href
beforeAll(() => createDatabase(server(), name))
afterAll(() => dropDatabase(server(), name))

const TABLE = { name: 'public.terminals', columns: ['terminal_id'] }

/** A backup of one table whose rows come in these pieces. @param isTruncated true if the file then ends too early */
async function backupOf(pieces: readonly string[], isTruncated: boolean): Promise<BackupReader> {
  const migrations = await withConnection(inject('templateUrl'), 'test', (sql) => {
    return sql<{ name: string; checksum: string }[]>`select name, checksum from migrations`
  })
  async function* rows() {
    for (const piece of pieces) yield Buffer.from(piece)
    if (isTruncated) throw damaged('old.backup', 'it is truncated')
  }
  async function* tables() {
    yield { table: TABLE, rows: rows() }
  }
  return { path: 'old.backup', header: { migrations } as unknown as BackupReader['header'], tables }
}

it.each([
  ['breaks off before its first row', [], 'it is truncated'],
  ['breaks off behind a row', [`${'a'.repeat(8)}-0000-4000-8000-000000000000\n`], 'it is truncated'],
  ['breaks off inside a row', ['aaaa'], 'it is truncated'],
])('a backup that %s is no whole one, and nothing of it stays', async (_, pieces, why) => {
  const backup = await backupOf(pieces, true)
  const restored = withConnection(url(), 'test', (sql) => restoreInto(sql, backup, async () => undefined))
  await expect(restored).rejects.toThrow(`old.backup is not a complete backup: ${why}.`)
  const [left] = await withConnection(url(), 'test', (sql) => sql`select to_regclass('public.migrations') as found`)
  expect(left).toEqual({ found: null })
})

it.each([
  ['that cannot be read', '\\\\xzz\n'],
  ['with too few columns', '\n'],
  ['with too many columns', 'a\tb\tc\n'],
  ['that is not UTF-8', '\\\\xff\n'],
])('a backup with a row %s is no whole one, in words that quote nothing of it', async (_, row) => {
  const backup = await backupOf([row, ...Array.from({ length: 40 }, () => row.repeat(20_000))], false)
  const restored = withConnection(url(), 'test', (sql) => restoreInto(sql, backup, async () => undefined))
  await expect(restored).rejects.toThrow(
    /^old\.backup is not a complete backup: a row of public\.terminals does not fit its table\.$/,
  )
})
