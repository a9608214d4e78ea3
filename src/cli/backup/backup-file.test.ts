import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import type { BackupSnapshot } from '#store/backup/read-backup.ts'
import { newBackupKey, openBackupKey } from '#vault/backup-key.ts'
import { backupText, openBackup } from './backup-file.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-file-'))
})
afterAll(() => rm(directory, { recursive: true }))

const KEYS = { masterKey: new Secret(randomBytes(32)) }

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
  for await (const piece of backupText(SNAPSHOT, '1.2.3', { demo: null, key: newBackupKey(KEYS) }))
    text += piece.toString()
  return text
}

const trust = (takesUnsigned = false) => ({ keyOf: (sealed: Uint8Array) => openBackupKey(KEYS, sealed), takesUnsigned })

async function read(bytes: Uint8Array, takesUnsigned?: boolean) {
  const path = join(directory, 'some.backup')
  await writeFile(path, bytes)
  const { header, tables } = await openBackup(path, trust(takesUnsigned))
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
  for (const bytes of [...cut, flipped, gzipSync(shorter)])
    await expect(read(bytes)).rejects.toThrow('not a complete backup')
})

it('another file is refused by name', async () => {
  await expect(read(Buffer.from('no gzip'))).rejects.toThrow('not a complete backup')
  await expect(read(gzipSync('{"format":"other"}\n'))).rejects.toThrow('is not a Tollgate backup')
  const later = gzipSync('{"format":"tollgate-backup","version":2}\n')
  await expect(read(later)).rejects.toThrow('has version 2; this release reads version 1')
  await expect(openBackup(join(directory, 'missing'), trust())).rejects.toThrow('ENOENT')
})

/** Lines of a backup as another hand would write them, with the MAC that the file had. */
async function changed(change: (text: string) => string): Promise<Buffer> {
  const text = await textOf()
  const end = text.lastIndexOf('{"mac":')
  return gzipSync(change(text.slice(0, end)) + text.slice(end))
}

it('a changed file is rejected, even if all its counts are right', async () => {
  const more = (text: string) => text.replace('1\ta', '9\tintruder\n1\ta').replace('"public.full":3', '"public.full":4')
  await expect(read(await changed(more))).rejects.toThrow('it was changed after it was written')
  const renamed = (text: string) => text.replace('"release":"1.2.3"', '"release":"9.9.9"')
  await expect(read(await changed(renamed))).rejects.toThrow('it was changed after it was written')
  const text = await textOf()
  await expect(read(gzipSync(`${text}{"more":1}\n`))).rejects.toThrow('it has data after its end')
})

it('a file without a MAC, or with the MAC of another key, is rejected; the first is accepted on request', async () => {
  const text = await textOf()
  const bare = gzipSync(text.slice(0, text.lastIndexOf('{"mac":')).replace(/,"key":"[^"]*"/, ''))
  await expect(read(bare)).rejects.toThrow('is not signed')
  expect((await read(bare, true)).found).toEqual(ROWS)
  const other = Buffer.from(newBackupKey({ masterKey: new Secret(randomBytes(32)) }).sealed).toString('base64')
  const foreign = gzipSync(text.replace(/"key":"[^"]*"/, `"key":"${other}"`))
  await expect(read(foreign, true)).rejects.toThrow()
})

it('a line without an end is rejected', async () => {
  const endless = gzipSync(Buffer.alloc(65 * 1024 * 1024, 'a'))
  await expect(read(endless)).rejects.toThrow('a line of it is too long')
})
