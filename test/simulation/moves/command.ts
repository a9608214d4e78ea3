import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { OneAddress } from '../../full/groups/groups.ts'
import type { RunningGroup } from './groups.ts'

/** Longer than a step takes on a busy machine; the command is killed then, since a switch does not stop for less. */
const LONGEST_MS = 120_000

export type Step = 'plan' | 'start' | 'status' | 'switch' | 'finish' | 'cancel'

/** A merchant and the groups it is to leave and to join. */
export interface Route {
  readonly merchantId: string
  readonly from: RunningGroup
  readonly to: RunningGroup
}

/** A command of an operator in progress. */
export interface RunningCommand {
  readonly process: ChildProcess
  /** Its exit code, null after a kill, and what it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

/** Starts `tollgate merchant move` as an operator's shell would, with both groups' keys and administrators. */
export function startCommand(
  step: Step,
  { merchantId, from, to }: Route,
  proxy?: OneAddress,
  changes: Readonly<Record<string, string>> = {},
): RunningCommand {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATA_DIR: '/nonexistent',
    REALM: 'uat',
    BASE_URL: from.gateway.baseUrl,
    DATABASE_URL: from.superuserUrl,
    MASTER_KEY: from.masterKey,
    MOVE_TO_DATABASE_URL: to.superuserUrl,
    MOVE_TO_MASTER_KEY: to.masterKey,
    ...(proxy && { PROXY_SOCKETS: proxy.adminSocket, PROXY_MAP: proxy.homes }),
    ...changes,
  }
  const args = ['src/cli/index.ts', 'merchant', 'move', step, merchantId, '--to', to.gateway.baseUrl]
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  const ended = async () => {
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code: child.exitCode, out, err }
  }
  return { process: child, ended: ended() }
}
