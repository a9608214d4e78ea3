import { readFile, stat } from 'node:fs/promises'
import { type RootKeySource, unavailable, type Warn } from './root-key-source.ts'
import { parseRootKeys, type RootKey } from './root-keys.ts'

/** Reads a file again after each change; warns once about an unreadable one. */
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

/** Changes with each version of the file. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found ? [found.mtimeNs, found.size, found.ino].join(' ') : 'missing'
}
