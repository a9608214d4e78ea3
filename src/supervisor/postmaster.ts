import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MILLISECONDS = 50
/** Recovery after a crash may have much log to read. */
const PATIENCE_MILLISECONDS = 600_000

/** A server that runs on a data directory, as its postmaster.pid tells. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/**
 * The server that still runs on this data directory, ready for connections; undefined where there is none.
 * Waits for one that is starting or stopping, and for the last sessions of one that was killed.
 */
export async function findPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS
  while (Date.now() < deadline) {
    const lock = await readLock(dataDirectory)
    if (lock === undefined) return undefined
    const servers = serversOf(dataDirectory, lock.pid)
    if (servers.length === 0) return forget(dataDirectory)
    if (lock.isReady && servers.includes(lock.pid)) return { pid: lock.pid, port: lock.port }
    await sleep(POLL_MILLISECONDS)
  }
  throw new Error(`The database server in ${dataDirectory} neither starts nor stops. Look at its server.log.`)
}

/** postmaster.pid: process id, data directory, start time, port, socket directory, address, shared memory, state. */
async function readLock(dataDirectory: string): Promise<(Postmaster & { isReady: boolean }) | undefined> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [pid, , , port, , , , state] = text.split('\n')
  return { pid: Number(pid), port: Number(port), isReady: state?.trim() === 'ready' }
}

/**
 * The processes of a server: they all work in its data directory. A process id alone proves nothing, another program may
 * have got it since. Where there is no /proc, it has to do.
 */
function serversOf(dataDirectory: string, pid: number): number[] {
  if (process.platform !== 'linux') return isAlive(pid) ? [pid] : []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectory(name) === dataDirectory)
    .map(Number)
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A server that was killed leaves its lock behind, which would refuse the next one if a program has got its id. */
async function forget(dataDirectory: string): Promise<undefined> {
  await rm(join(dataDirectory, 'postmaster.pid'), { force: true })
}
