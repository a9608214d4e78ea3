import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/store/connection/database.ts'
import type { DemoAccess } from '../../src/supervisor/demo-file.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { freePort } from './ports.ts'

/** A whole gateway in processes of its own, as an operator starts it. */
export interface GatewayProcess {
  readonly demo: DemoAccess
  /** Output up to its message that it was ready. */
  readonly greeting: string
  /** All that it printed until now. */
  printed(): string
  /** The supervisor's process id. */
  readonly pid: number
  /** Ends it, by default as Ctrl-C does. @returns the exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Directory and settings that a gateway keeps between starts. */
export interface Home {
  readonly env: Readonly<Record<string, string>>
  /** Its database, as the superuser. */
  readonly sql: Database
  remove(): Promise<void>
}

/**
 * A DATA_DIR, a database and a port of their own; by default one API process, no shop, no history, and only warnings in the log.
 */
export async function makeHome(): Promise<Home> {
  const [database, dataDir, port] = await Promise.all([freshDatabase(1), emptyDirectory(), freePort()])
  return {
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      PORT: String(port),
      SHOP_PORT: 'off',
      DEMO_HISTORY: 'off',
      WORKERS: '1',
      LOG_LEVEL: 'warn',
    },
    sql: database.sql,
    remove: () => removeAll(database, dataDir),
  }
}

/** Starts the gateway and waits until it says that it is ready. */
export function startGateway(home: Pick<Home, 'env'>, changes: Record<string, string> = {}): Promise<GatewayProcess> {
  return whenReady(home, launch({ ...home.env, ...changes }))
}

/** Starts the gateway by `npm start`: the process that is signalled is npm's, as a service manager or a script has it. */
export function startGatewayByNpm(home: Home): Promise<GatewayProcess> {
  return whenReady(home, launch(home.env, ['npm', 'start']))
}

async function whenReady({ env }: Pick<Home, 'env'>, child: ChildProcess): Promise<GatewayProcess> {
  let printed = ''
  child.stdout!.on('data', (text) => (printed += text))
  const greeting = await becomesReady(child)
  const demo: DemoAccess = JSON.parse(await readFile(join(env.DATA_DIR!, 'demo.json'), 'utf8'))
  return { demo, greeting, printed: () => printed, pid: child.pid!, stop: (signal) => end(child, signal) }
}

/** Starts a gateway that is expected to refuse. */
export async function failToStart(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const child = launch(env)
  let stderr = ''
  child.stderr!.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

/** The variables of the test runner are none of the gateway's business. */
function launch(env: Record<string, string>, [command, ...args] = ['node', 'src/main.ts']): ChildProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return spawn(command!, args, { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function becomesReady(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let printed = ''
  const read = (text: Buffer) => {
    printed += text
    if (printed.includes('Tollgate is ready')) resolve(printed)
  }
  child.stdout!.on('data', read)
  child.stderr!.on('data', read)
  child.once('close', () => reject(new Error(`The gateway ended instead of starting:\n${printed}`)))
  return promise
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

async function removeAll(database: FreshDatabase, dataDir: string): Promise<void> {
  await database.drop()
  await rm(dataDir, { recursive: true })
}

function emptyDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'tollgate-api-'))
}
