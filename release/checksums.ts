import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes the SHA-256 of each file of a folder for `sha256sum --check SHA256SUMS`.
 *
 * @returns what it has written
 */
export async function writeChecksums(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted()
  const lines = names.map(async (name) => {
    const digest = createHash('sha256').update(await readFile(join(folder, name)))
    return `${digest.digest('hex')}  ${name}\n`
  })
  const text = (await Promise.all(lines)).join('')
  await writeFile(join(folder, 'SHA256SUMS'), text)
  return text
}
