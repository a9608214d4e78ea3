import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PRELOAD = new URL('preload.ts', import.meta.url).href

/** Traps at the named points of a gateway under test. */
export interface Traps {
  /** Arguments of Node and environment of the gateway that set the traps. */
  readonly nodeArgs: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The next process that passes the point dies there; one trap at a point at a time. */
  arm(point: string): Promise<void>
  /** Counts the processes that died at each point. */
  sprung(): Promise<Map<string, number>>
  /** Removes every trap that was not sprung. */
  disarm(): Promise<void>
  close(): Promise<void>
}

export async function layTraps(): Promise<Traps> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-traps-'))
  const [armed, sprung] = ['armed', 'sprung'].map((name) => join(directory, name)) as [string, string]
  await Promise.all([mkdir(armed), mkdir(sprung)])
  return {
    nodeArgs: ['--import', PRELOAD],
    env: { FAILPOINTS: directory },
    arm: (point) => writeFile(join(armed, point), ''),
    async sprung() {
      const names = (await readdir(sprung)).map((name) => name.split('.')[0]!)
      return new Map(Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all!.length]))
    },
    async disarm() {
      for (const name of await readdir(armed)) await rm(join(armed, name), { force: true })
    },
    close: () => rm(directory, { recursive: true, force: true }),
  }
}
