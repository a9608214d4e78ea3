import { readFileSync } from 'node:fs'

/** Fields this shop needs of `demo.json`, which the gateway's first start writes for its demo merchant. */
export interface DemoAccess {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly shop_url: string
  readonly merchant: {
    /** For pages in the browser; it is public. */
    readonly client_key: string
    readonly client_id: string
    readonly client_secret: string
    /** PEM. */
    readonly public_key: string
    readonly webhook_secret: string
    readonly terminal_id: string
  }
}

/** @throws where the file is missing or is not JSON */
export function readDemoAccess(path: string): DemoAccess {
  return JSON.parse(readFileSync(path, 'utf8')) as DemoAccess
}
