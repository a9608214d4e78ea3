import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Resident memory of one process. */
export interface ProcessMemory {
  readonly pid: number
  readonly command: string
  readonly megabytes: number
}

interface Process extends ProcessMemory {
  readonly parent: number
}

/**
 * The gateway's processes and those of its own database server, which may have been started apart from it.
 * Reads /proc, so there is nothing to report elsewhere than on Linux.
 */
export function memoryOf(gatewayPid: number, dataDir: string): readonly ProcessMemory[] {
  const all = listProcesses()
  const found = new Set([gatewayPid, postmasterPid(dataDir)])
  // Children have larger ids than their parents, except after a wrap-around: then a second look finds them.
  for (const _look of [1, 2]) for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  return all.filter(({ pid }) => found.has(pid)).map(({ parent: _, ...memory }) => memory)
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
  return { pid, parent: field('PPid'), command, megabytes: field('VmRSS') / 1024 }
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
