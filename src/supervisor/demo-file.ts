import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `DATA_DIR/demo.json` (docs/reference/running.md#the-demo-file): how to use the demo as merchant and as operator. */
export interface DemoAccess {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  /** null without a shop. */
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

/** All null where another identity provider has the clients and the people (AUTH_URL). */
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

/** A written file that has not replaced the previous one yet. */
const draftPath = (dataDir: string) => `${demoFilePath(dataDir)}.new`

export function readDemoFile(dataDir: string): DemoAccess | undefined {
  const path = demoFilePath(dataDir)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DemoAccess) : undefined
}

/** Reads the draft of an interrupted start, if it is complete. */
export function readDraft(dataDir: string): DemoAccess | undefined {
  try {
    return JSON.parse(readFileSync(draftPath(dataDir), 'utf8')) as DemoAccess
  } catch {
    return undefined
  }
}

/** Writes the file next to its final path, and flushes it to the disk. */
export function draftDemoFile(dataDir: string, demo: DemoAccess): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const path = draftPath(dataDir)
  writeFileSync(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: ONLY_OWNER, flush: true })
  chmodSync(path, ONLY_OWNER)
}

/** Replaces the file by its draft in one step, so that half of it is never read. */
export function publishDemoFile(dataDir: string): void {
  renameSync(draftPath(dataDir), demoFilePath(dataDir))
}

export function writeDemoFile(dataDir: string, demo: DemoAccess): void {
  draftDemoFile(dataDir, demo)
  publishDemoFile(dataDir)
}
