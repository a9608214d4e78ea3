import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Fields of `demo.json` that the bench uses (docs/reference/running.md#the-demo-file). */
export interface Demo {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly operator: { readonly client_id: string; readonly client_secret: string }
  readonly merchant: {
    readonly merchant_id: string
    readonly client_id: string
    readonly client_key: string
    readonly client_secret: string
    readonly email: string
    readonly password: string
    readonly public_key: string
    readonly terminal_id: string
  }
}

/** A whole gateway in processes of its own. */
export interface GatewayProcess {
  readonly demo: Demo
  readonly pid: number
  readonly dataDir: string
  stop(): Promise<void>
}

const START_SECONDS = 90
const STOP_SECONDS = 30

/**
 * Starts the gateway as `npm start` does, on a free port and an empty database that is as durable as any.
 * @param env settings that differ
 * @param home a DATA_DIR that stays; without it there is a new one that goes with the gateway
 */
export async function startGateway(env: Readonly<Record<string, string>> = {}, home?: string): Promise<GatewayProcess> {
  const dataDir = home ?? (await mkdtemp(join(tmpdir(), 'tollgate-bench-')))
  // The database server may run under another user, who has to get in.
  await chmod(dataDir, 0o755)
  const quiet = { SHOP_PORT: 'off', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn' }
  const own = { DATA_DIR: dataDir, PORT: String(await freePort()), ...quiet }
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => stopAll(child).finally(() => home ?? rm(dataDir, { recursive: true, force: true }))
  try {
    return { demo: await becomesReady(child, dataDir), pid: child.pid!, dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function becomesReady(child: ChildProcess, dataDir: string): Promise<Demo> {
  const deadline = performance.now() + START_SECONDS * 1000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The gateway ended with code ${child.exitCode} while starting.`)
    const demo = await readDemo(dataDir)
    if (demo !== undefined && (await isReady(demo.base_url))) return demo
    await sleep(200)
  }
  throw new Error(`The gateway was not ready after ${START_SECONDS} s.`)
}

async function readDemo(dataDir: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  } catch {
    return undefined
  }
}

function isReady(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/health/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

async function stopAll(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await Promise.race([ended, sleep(STOP_SECONDS * 1000, undefined, { ref: false })])
    child.kill('SIGKILL')
  }
}

/** Finds a port that is free now, without reserving it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
