import { readFile, stat } from 'node:fs/promises'
import { type RootKeySource, unavailable, type Warn } from './root-key-source.ts'
import { parseRootKeys, type RootKey } from './root-keys.ts'

/** Reads a file again whenever it has changed; warns once about one that cannot be read. */
export function fileRootKeys(path: string, warn: Warn): RootKeySource {
  let current: { readonly state: string; readonly keys: readonly RootKey[] } | undefined
  let rejected: string | undefined
  const read = async () => {
    const state = await stateOf(path)
    if (state === current?.state || state === rejected) return
    try {
      current = { state, keys: parseRootKeys(await readFile(path, 'utf8')) }
    } catch (error) {
      rejected = state
      warn(error)
    }
  }
  return {
    async current() {
      await read()
      return current?.keys ?? unavailable()
    },
    readAnew: async () => parseRootKeys(await readFile(path, 'utf8')),
  }
}

/** What distinguishes a file from its previous version. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found ? [found.mtimeNs, found.size, found.ino].join(' ') : 'missing'
}
