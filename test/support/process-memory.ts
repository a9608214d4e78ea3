import { open, readdir, readFile } from 'node:fs/promises'

const PIECE = 1 << 24
/** Longer than any needle. */
const OVERLAP = 256

/** IDs of a process and of all that it started. */
export async function processTree(root: number): Promise<number[]> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0)
  const parents = new Map(await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)))
  const descends = (id: number | undefined): boolean => id === root || (!!id && descends(parents.get(id)))
  return ids.filter(descends)
}

async function parentOf(id: number): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  return Number(/\) . (\d+)/.exec(stat)?.[1] ?? 0)
}

/** Names the keys in the memory of a process: as bytes, hexadecimal or Base64, also with two bytes a character. */
export async function keysInMemory(pid: number, keys: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
  const missing = new Map(Object.entries(keys).map(([name, key]) => [name, spellingsOf(Buffer.from(key))]))
  const memory = await open(`/proc/${pid}/mem`, 'r')
  const buffer = Buffer.allocUnsafe(PIECE)
  try {
    for (const [from, to] of await readableRegions(pid)) {
      for (let at = from; at < to; at += PIECE - OVERLAP) {
        const length = Math.min(PIECE, to - at)
        const { bytesRead } = await memory.read(buffer, 0, length, at).catch(() => ({ bytesRead: 0 }))
        const piece = buffer.subarray(0, bytesRead)
        for (const [name, spellings] of missing) {
          if (spellings.some((spelling) => piece.includes(spelling))) missing.delete(name)
        }
      }
    }
    return Object.keys(keys).filter((name) => !missing.has(name))
  } finally {
    await memory.close()
  }
}

function spellingsOf(key: Buffer): Buffer[] {
  const texts = [key.toString('hex'), key.toString('base64').replace(/=+$/, '')]
  return [key, ...texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])]
}

async function readableRegions(pid: number): Promise<(readonly [number, number])[]> {
  const lines = (await readFile(`/proc/${pid}/maps`, 'utf8')).trim().split('\n')
  return lines
    .filter((line) => /^\S+ r/.test(line) && !/\[v(?:var|var_vclock|syscall)\]$/.test(line))
    .map((line) => {
      const [from, to] = line.split(' ', 1)[0]!.split('-')
      return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const
    })
}
