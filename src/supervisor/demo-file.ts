import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `DATA_DIR/demo.json`: access to the demo as merchant and as operator (docs/reference/running.md#the-demo-file). */
export interface DemoAccess {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly shop_url: string | null
  readonly dashboard_url: string
  readonly operator: Login
  readonly merchant: Login & {
    readonly merchant_id: string
    readonly client_key: string
    readonly public_key: string
    readonly webhook_secret: string
    readonly terminal_id: string
  }
}

/** All null if an external identity provider has the clients and people (AUTH_URL). */
export interface Login {
  readonly client_id: string | null
  readonly client_secret: string | null
  readonly email: string | null
  readonly password: string | null
}

const ONLY_OWNER = 0o600

export function demoFilePath(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

const draftPath = (dataDir: string) => `${demoFilePath(dataDir)}.new`

export function readDemoFile(dataDir: string): DemoAccess | undefined {
  const path = demoFilePath(dataDir)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DemoAccess) : undefined
}

/** Reads the draft of an interrupted start; undefined if incomplete. */
export function readDraft(dataDir: string): DemoAccess | undefined {
  try {
    return JSON.parse(readFileSync(draftPath(dataDir), 'utf8')) as DemoAccess
  } catch {
    return undefined
  }
}

/** Writes the file next to its final path, and flushes it to disk. */
export function draftDemoFile(dataDir: string, demo: DemoAccess): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const path = draftPath(dataDir)
  writeFileSync(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: ONLY_OWNER, flush: true })
  chmodSync(path, ONLY_OWNER)
}

export function publishDemoFile(dataDir: string): void {
  renameSync(draftPath(dataDir), demoFilePath(dataDir))
}

export function writeDemoFile(dataDir: string, demo: DemoAccess): void {
  draftDemoFile(dataDir, demo)
  publishDemoFile(dataDir)
}
