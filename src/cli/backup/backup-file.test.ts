import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BackupSnapshot } from '#store/backup/read-backup.ts'
import { backupText, openBackup } from './backup-file.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-file-'))
})
afterAll(() => rm(directory, { recursive: true }))

const ROWS: Readonly<Record<string, string>> = { 'public.full': '1\ta\\n\n\\\\.\t\n2\t\\N\n', 'public.empty': '' }

/** A snapshot whose rows come in pieces of a few bytes. */
const SNAPSHOT: BackupSnapshot = {
  at: new Date('2026-11-01T00:00:00Z'),
  migrations: [{ name: '0001-first.sql', checksum: 'ab' }],
  tables: Object.keys(ROWS).map((name) => ({ name, columns: ['id', 'words'] })),
  async *rowsOf({ name }) {
    for (const piece of ROWS[name]!.match(/.{1,3}/gs) ?? []) yield Buffer.from(piece)
  },
}

async function textOf(): Promise<string> {
  let text = ''
  for await (const piece of backupText(SNAPSHOT, '1.2.3', null)) text += piece.toString()
  return text
}

async function read(bytes: Uint8Array) {
  const path = join(directory, 'some.backup')
  await writeFile(path, bytes)
  const { header, tables } = await openBackup(path)
  const found: Record<string, string> = {}
  for await (const { table, rows } of tables()) {
    found[table.name] = ''
    for await (const piece of rows) found[table.name] += piece.toString()
  }
  return { header, found }
}

it('what was written is read again', async () => {
  const { header, found } = await read(gzipSync(await textOf()))
  expect(header).toMatchObject({ release: '1.2.3', taken_at: '2026-11-01T00:00:00.000Z', demo: null })
  expect(header.migrations).toEqual(SNAPSHOT.migrations)
  expect(found).toEqual(ROWS)
})

it('a file that lost its end, a row or a bit is refused', async () => {
  const text = await textOf()
  const whole = gzipSync(text)
  const flipped = Buffer.from(whole)
  flipped[whole.length - 6]! ^= 1
  const lines = text.split('\n')
  const shorter = lines.filter((line) => !line.startsWith('2\t')).join('\n')
  const cut = [whole.subarray(0, -20), gzipSync(`${lines.slice(0, -2).join('\n')}\n`), gzipSync(lines[0]!)]
  for (const bytes of [...cut, flipped, gzipSync(shorter)]) await expect(read(bytes)).rejects.toThrow('no whole backup')
})

it('another file is refused by name', async () => {
  await expect(read(Buffer.from('no gzip'))).rejects.toThrow('no whole backup')
  await expect(read(gzipSync('{"format":"other"}\n'))).rejects.toThrow('is no backup of Tollgate')
  const later = gzipSync('{"format":"tollgate-backup","version":2}\n')
  await expect(read(later)).rejects.toThrow('is of version 2; this release reads 1')
  await expect(openBackup(join(directory, 'missing'))).rejects.toThrow('ENOENT')
})
