import { randomBytes } from 'node:crypto'
import { startApi } from '#app/api-process.ts'
import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { startWorker } from '#app/worker-process.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { freePort } from './gateway-process.ts'
import { createTestMerchant, type MerchantOptions, type TestMerchant } from './test-merchant.ts'

/** A whole gateway inside this process, on a database of its own: API, worker and a first merchant. */
export interface RunningGateway {
  readonly baseUrl: string
  readonly database: FreshDatabase
  /** The house's own view, for what has no route. */
  readonly gateway: Gateway
  /** A merchant with a terminal that takes everything. */
  readonly merchant: TestMerchant
  newMerchant(options?: MerchantOptions): Promise<TestMerchant>
  /** Another API process' worth of gateway on the same database. @returns its address */
  openSecondApi(): Promise<string>
  stopWorker(): Promise<void>
  startWorker(): Promise<void>
  close(): Promise<void>
}

/** @param env settings that differ from the defaults, as an operator would write them */
export async function startRunningGateway(env: Record<string, string> = {}): Promise<RunningGateway> {
  const database = await freshDatabase()
  const masterKey = randomBytes(32).toString('base64')
  const config = await configOn(database.url, { MASTER_KEY: masterKey, ...env })
  const { gateway, close } = await openGateway(config, 'test', 4)
  const apis = [await startApi(config)]
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined = await startWorker(config)
  const newMerchant = (options?: MerchantOptions) => createTestMerchant(gateway, options)
  return {
    baseUrl: config.baseUrl,
    database,
    gateway,
    newMerchant,
    merchant: await newMerchant(),
    async openSecondApi() {
      const second = await configOn(database.url, { MASTER_KEY: masterKey, ...env, BASE_URL: config.baseUrl })
      apis.push(await startApi(second))
      return `http://127.0.0.1:${second.port}`
    },
    async stopWorker() {
      await worker?.close()
      worker = undefined
    },
    async startWorker() {
      worker ??= await startWorker(config)
    },
    async close() {
      await Promise.all([worker?.close(), ...apis.map((api) => api.close())])
      await close()
      await database.drop()
    },
  }
}

async function configOn(databaseUrl: string, env: Record<string, string>) {
  const own = { PORT: String(await freePort()), SHOP_PORT: 'off', DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' }
  return { ...readConfig({ ...own, ...env }), databaseUrl }
}
