import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ArchivedRow } from '#store/archive/archived-row.ts'

const ONLY_OWNER = { directory: 0o700, file: 0o600 }

/** Writes rows as JSON lines to a new file under the month of the oldest, flushed to disk. @param kind subdirectory */
export async function writeArchive(directory: string, kind: string, rows: readonly ArchivedRow[]): Promise<void> {
  const oldest = new Date(Math.min(...rows.map(({ at }) => at.getTime()))).toISOString()
  const month = join(directory, kind, oldest.slice(0, 7))
  await mkdir(month, { recursive: true, mode: ONLY_OWNER.directory })
  const path = join(month, `${kind}-${oldest.slice(0, 10)}-${randomUUID()}.jsonl.gz`)
  const text = rows.map(({ table, row }) => `{"table":"${table}","row":${row}}\n`).join('')
  await writeToDisk(`${path}.new`, await promisify(gzip)(text))
  await rename(`${path}.new`, path)
  await syncDirectory(month)
}

/** Writes a new file that only the owner can read. @throws if it exists */
export async function writeToDisk(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', ONLY_OWNER.file)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is on disk once its directory is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
