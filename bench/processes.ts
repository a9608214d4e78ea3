import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Clock ticks a second as Linux reports them on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
  /** Resident memory. */
  readonly megabytes: number
  /** CPU time so far in user and kernel mode, its ended children's included. */
  readonly cpuSeconds: number
}

/**
 * The gateway's processes and those of its own database server, which may have been started apart from it.
 * Reads /proc, so there is nothing to report elsewhere than on Linux.
 */
export function processesOf(gatewayPid: number, dataDir: string): readonly Process[] {
  const all = listProcesses()
  const found = new Set([gatewayPid, postmasterPid(dataDir)])
  // Children have larger ids than their parents, except after a wrap-around: then a second look finds them.
  for (const _look of [1, 2]) for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  return all.filter(({ pid }) => found.has(pid))
}

function postmasterPid(dataDir: string): number {
  const file = read(join(dataDir, 'postgres/data/postmaster.pid'))
  return Number.parseInt(file, 10)
}

function listProcesses(): Process[] {
  const pids = listNumbers('/proc').sort((a, b) => a - b)
  return pids.map(describe).filter(({ megabytes }) => megabytes > 0)
}

function describe(pid: number): Process {
  const status = read(`/proc/${pid}/status`)
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  const command = read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim().slice(0, 60)
  return { pid, parent: field('PPid'), command, megabytes: field('VmRSS') / 1024, cpuSeconds: cpuSecondsOf(pid) }
}

/** Fields 14 to 17 of `stat` (proc(5)); the name before them may hold spaces, but ends with the last bracket. */
function cpuSecondsOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_PER_SECOND
}

function listNumbers(directory: string): number[] {
  try {
    return readdirSync(directory).map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** A process may end while it is being looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
