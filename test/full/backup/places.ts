import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newDataDirectory } from '#test/data-directory.ts'
import { eventually } from '#test/eventually.ts'
import type { GatewayProcess } from '#test/gateway.ts'
import { freePort } from '#test/ports.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { type Outcome, tollgate } from '../../api/cli/tollgate.ts'

/** A place for a gateway with the PostgreSQL that it brings. */
export interface Place {
  readonly env: Readonly<Record<string, string>>
  readonly masterKey: string
  /** Runs a command there. */
  readonly command: (...args: string[]) => Promise<Outcome>
  remove(): Promise<void>
}

/** @param masterKey the file of a gateway before this one @param settings of the gateway and its commands */
export async function makePlace(masterKey?: string, settings: Record<string, string> = {}): Promise<Place> {
  const [dataDir, port] = await Promise.all([newDataDirectory('tollgate-place-'), freePort()])
  const own = join(dataDir, 'master-key')
  if (masterKey) await cp(masterKey, own)
  const env = { DATA_DIR: dataDir, PORT: String(port), SHOP_PORT: 'off', WORKERS: '1', LOG_LEVEL: 'warn', ...settings }
  return {
    env,
    masterKey: own,
    command: (...args) => tollgate(env, ...args),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** The demo merchant, as `demo.json` has it. */
export function demoMerchant({ demo }: GatewayProcess): Promise<TestMerchant> {
  const { merchant } = demo
  return connectMerchant(demo.base_url, {
    merchantId: merchant.merchant_id,
    terminalId: merchant.terminal_id,
    publicKey: merchant.public_key,
    clientId: merchant.client_id!,
    clientSecret: merchant.client_secret!,
  })
}

/** Waits until no payment is in progress. */
export function nothingPends(merchant: TestMerchant, seconds: number): Promise<true> {
  return eventually('every payment has ended', seconds, async () => {
    const { items } = (await merchant.call('GET', '/api/transactions?status=PENDING')).body
    return items.length === 0 && true
  })
}
