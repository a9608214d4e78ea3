import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './ports.ts'

const PROGRAM = 'haproxy'
/** HAProxy may be outside the PATH of ordinary users. */
const PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter)

/** An HAProxy that listens at an address of its own. */
export interface Haproxy {
  readonly address: string
  close(): Promise<void>
}

/** True if this machine has one. */
export function hasHaproxy(): boolean {
  return PATH.split(delimiter).some((directory) => existsSync(join(directory, PROGRAM)))
}

/** Starts one by a file as it is, and waits until it leads somewhere. @param env what the file takes from there beside LISTEN */
export async function openHaproxy(
  file: string,
  env: Record<string, string>,
  leads: (address: string) => Promise<boolean>,
): Promise<Haproxy> {
  const listen = `127.0.0.1:${await freePort()}`
  const child = spawn(PROGRAM, ['-db', '-q', '-f', file], {
    env: { PATH, LISTEN: listen, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const address = `http://${listen}`
  const close = async () => {
    child.kill('SIGKILL')
    await ended
  }
  try {
    await eventually('HAProxy to lead somewhere', 30, () => leads(address).catch(() => false))
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}
