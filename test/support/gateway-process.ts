import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newDataDirectory } from './data-directory.ts'
import { freePort } from './ports.ts'

/** The part of `demo.json` that tests use (docs/reference/running.md#the-demo-file). */
export interface Demo {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly shop_url: string
  readonly operator: {
    readonly client_id: string
    readonly client_secret: string
    readonly email: string
    readonly password: string
  }
  readonly merchant: {
    readonly merchant_id: string
    readonly client_key: string
    readonly client_id: string
    readonly client_secret: string
    readonly public_key: string
    readonly webhook_secret: string
    readonly email: string
    readonly password: string
    readonly terminal_id: string
  }
}

/** A whole gateway in processes of its own. */
export interface GatewayProcess {
  readonly baseUrl: string
  readonly demo: Demo
  /** The supervisor's. */
  readonly pid: number
  /** Ends it as Ctrl-C does and removes its DATA_DIR. */
  stop(): Promise<void>
}

/**
 * Starts the gateway as an operator would, on free ports, and waits until it is ready.
 * @param env settings that differ; by default one API process, no shop, no history, and only warnings in the log
 */
export async function startGatewayProcess(env: Record<string, string>): Promise<GatewayProcess> {
  const [dataDir, port] = await Promise.all([newDataDirectory('tollgate-gateway-'), freePort()])
  const own = {
    DATA_DIR: dataDir,
    PORT: String(port),
    SHOP_PORT: 'off',
    DEMO_HISTORY: 'off',
    WORKERS: '1',
    LOG_LEVEL: 'warn',
  }
  const child = spawn('node', ['src/main.ts'], {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    await end(child)
    await rm(dataDir, { recursive: true })
  }
  try {
    await becomesReady(child)
    const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
    return { baseUrl: demo.base_url, demo, pid: child.pid!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The greeting comes when everything serves; until then and afterwards the log passes through. */
async function becomesReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stdout!.on('data', (text: Buffer) => {
    if (text.includes('Tollgate is ready')) resolve()
    else process.stdout.write(text)
  })
  child.once('exit', (code) => reject(new Error(`The gateway ended with ${code} instead of starting.`)))
  await promise
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
