import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface AppliedMigration {
  readonly name: string
  /** SHA-256 of its text, hexadecimal. */
  readonly checksum: string
}

export interface Migration extends AppliedMigration {
  readonly text: string
  /** Those of earlier releases that made the same schema; none unless it is a baseline. */
  readonly replaces: readonly AppliedMigration[]
}

const DIRECTORY = new URL('../../../migrations/', import.meta.url)

/** Lists replaced migrations beside their baseline, as `sha256sum` prints them. */
const REPLACES = '.replaces.sha256'

/** @param directory ends with a slash */
export async function readMigrations(directory: URL = DIRECTORY): Promise<Migration[]> {
  const files = await readdir(directory)
  const read = (file: string) => readFile(new URL(file, directory), 'utf8')
  const names = files.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const [text, list] = [await read(name), name.replace('.sql', REPLACES)]
      const replaces = files.includes(list) ? parseReplaced(await read(list)) : []
      return { name, text, checksum: createHash('sha256').update(text).digest('hex'), replaces }
    }),
  )
}

function parseReplaced(list: string): AppliedMigration[] {
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [checksum = '', name = ''] = line.split('  ')
      return { name, checksum }
    })
}

export function isSame(one: AppliedMigration, other: AppliedMigration): boolean {
  return one.name === other.name && one.checksum === other.checksum
}

/** True if a baseline must not be applied, because its predecessors were. @throws if only some of them were */
export function isReplaced({ replaces }: Migration, applied: readonly AppliedMigration[]): boolean {
  if (!replaces.some(({ name }) => applied.some((one) => one.name === name))) return false
  if (replaces.every((own) => applied.some((one) => isSame(one, own)))) return true
  throw new Error(
    'Not all migrations of release 1.0.0 have been applied. Use this database or backup with commit 04387768, which is release 1.0.0, first; see "Upgrade" in docs/operate/install.md.',
  )
}
