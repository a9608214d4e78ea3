import { randomBytes } from 'node:crypto'
import { startApi } from '#app/api-process.ts'
import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { startWorker } from '#app/worker-process.ts'
import type { Gateway } from '#flows/gateway.ts'
import { checkAnswersOf } from './answer-check.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { withFoundKeyPairs } from './pooled-key-pairs.ts'
import { freePort } from './ports.ts'
import { createTestMerchant, type MerchantOptions, type TestMerchant } from './test-merchant.ts'

/** Settings that differ from the defaults, as an operator would write them. */
type Settings = Readonly<Record<string, string>>

/** A whole gateway inside this process, on a database of its own: API and worker. */
interface OpenGateway {
  readonly baseUrl: string
  readonly database: FreshDatabase
  /** The gateway itself, for what has no route. */
  readonly gateway: Gateway
  newMerchant(options?: MerchantOptions): Promise<TestMerchant>
  /** Another API process' worth of gateway on the same database. @returns its address */
  secondApi(): Promise<string>
  stopWorker(): Promise<void>
  startWorker(): Promise<void>
  close(): Promise<void>
}

/** A gateway and a merchant of the test file's own. */
export interface RunningGateway extends OpenGateway {
  /** A merchant with a terminal that takes everything. */
  readonly merchant: TestMerchant
}

/** The gateway that no test file uses at the moment. It ends with this process. */
let idle: OpenGateway | undefined

/** Files that need no gateway follow those that do: its worker stops looking for work then. */
const IDLE_MS = 2000
let rest: NodeJS.Timeout | undefined

/**
 * A gateway with default settings. Test files of one worker process use it one after the other, each with merchants of its
 * own, because starting one takes longer than most files. `close` leaves it to the next file.
 */
export async function useGateway(): Promise<RunningGateway> {
  const app = idle ?? (await open({}))
  idle = undefined
  clearTimeout(rest)
  await app.startWorker()
  return { ...app, merchant: await app.newMerchant(), close: () => leave(app) }
}

async function leave(app: OpenGateway): Promise<void> {
  if (idle) return app.close()
  idle = app
  rest = setTimeout(() => void app.stopWorker(), IDLE_MS)
}

/**
 * A gateway of the test file's own: for tests that want other settings, count its rows, stop it, or leave it in a state
 * that others would notice.
 */
export async function startOwnGateway(settings: Settings = {}): Promise<RunningGateway> {
  const app = await open(settings)
  return { ...app, merchant: await app.newMerchant() }
}

async function open(settings: Settings): Promise<OpenGateway> {
  const database = await freshDatabase()
  const masterKey = randomBytes(32).toString('base64')
  const config = await configOn(database.url, { MASTER_KEY: masterKey, ...settings })
  const { gateway, close } = await openGateway(config, 'test', 4)
  const apis = [await startApi(config)]
  await checkAnswersOf(config.baseUrl)
  let secondUrl: Promise<string> | undefined
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined = await startWorker(config)
  const openSecondApi = async () => {
    const second = await configOn(database.url, { MASTER_KEY: masterKey, ...settings, BASE_URL: config.baseUrl })
    apis.push(await startApi(second))
    const url = `http://127.0.0.1:${second.port}`
    await checkAnswersOf(url)
    return url
  }
  return {
    baseUrl: config.baseUrl,
    database,
    gateway,
    newMerchant: (options) => createTestMerchant(withFoundKeyPairs(gateway, config.masterKey!), options),
    secondApi: () => (secondUrl ??= openSecondApi()),
    async stopWorker() {
      const stopping = worker
      worker = undefined
      await stopping?.close()
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
