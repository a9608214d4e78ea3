import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MILLISECONDS = 50
/** Recovery after a crash may take long. */
const TIMEOUT_MILLISECONDS = 600_000

/** Running server, by its postmaster.pid. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** Running server, ready for connections. Waits for one that starts or stops, and for the last sessions of a killed one. */
export async function findPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + TIMEOUT_MILLISECONDS
  while (Date.now() < deadline) {
    const lock = await readLock(dataDirectory)
    if (lock === undefined) return undefined
    const servers = serversOf(dataDirectory, lock.pid)
    if (servers.length === 0) return removeStaleLock(dataDirectory)
    if (lock.isReady && servers.includes(lock.pid)) return { pid: lock.pid, port: lock.port }
    await sleep(POLL_MILLISECONDS)
  }
  throw new Error(`The database server in ${dataDirectory} neither starts nor stops. Look at its server.log.`)
}

/** Lines of postmaster.pid: process ID, data directory, start time, port, socket directory, address, memory, state. */
async function readLock(dataDirectory: string): Promise<(Postmaster & { isReady: boolean }) | undefined> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [pid, , , port, , , , state] = text.split('\n')
  return { pid: Number(pid), port: Number(port), isReady: state?.trim() === 'ready' }
}

/** Processes of a server, including the one that wrote the lock if it still runs. */
function serversOf(dataDirectory: string, pid: number): number[] {
  const candidates = process.platform === 'linux' ? readdirSync('/proc').map(Number).filter(Number.isInteger) : [pid]
  return candidates.filter((candidate) => servesDirectory(candidate, dataDirectory))
}

/**
 * True if a process belongs to a data directory, the working directory of all server processes. The ID is no proof:
 * another program may have it by now, or the process is a zombie. Without /proc the ID decides.
 */
export function servesDirectory(pid: number, dataDirectory: string): boolean {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/${pid}/cwd`) === dataDirectory : process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A killed server leaves its lock file behind, which stops the next one if another program has its process ID. */
async function removeStaleLock(dataDirectory: string): Promise<undefined> {
  await rm(join(dataDirectory, 'postmaster.pid'), { force: true })
}
