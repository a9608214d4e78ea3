import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secret } from '#domain/secret.ts'
import { key } from './kinds.ts'

export function masterKeyPath(dataDir: string): string {
  return join(dataDir, 'master-key')
}

/** Reads or generates the master key in `DATA_DIR/master-key` (mode 0600). @throws if the file has other content */
export function loadOrCreateMasterKey(dataDir: string): Secret<Buffer> {
  const path = masterKeyPath(dataDir)
  mkdirSync(dataDir, { recursive: true })
  createOnce(path, randomBytes(32).toString('base64'))
  const kept = key.parse(readFileSync(path, 'utf8').trim())
  if (kept === undefined) throw new Error(`${path} must hold ${key.expects}. Restore the previous key.`)
  return kept
}

/** Random 32 bytes have fewer different values only once in 10^13 keys. */
const FEWEST_DIFFERENT_BYTES = 17

/** True for a plausible random key: not one repeated byte, a short pattern, or an ascending sequence. */
export function looksRandom(key: Buffer): boolean {
  const steps = key.subarray(1).map((byte, index) => byte - key[index]!)
  return new Set(key).size >= FEWEST_DIFFERENT_BYTES && new Set(steps).size > 1
}

/** Links to a complete file: two processes agree on one key, and an interrupted start leaves no partial one. */
function createOnce(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
