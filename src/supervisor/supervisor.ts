import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { openProviderModules } from '#app/open-provider-modules.ts'
import { collectMetrics } from '#http/monitoring/metrics-cluster.ts'
import { checkIssuer } from './check-issuer.ts'
import type { DemoAccess } from './demo-file.ts'
import { eraseSecrets } from './erase-secrets.ts'
import { forkApi, forkShop, forkWorker } from './fork-processes.ts'
import type { GatewayDatabase } from './local-database.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { openMigratedDatabase } from './open-database.ts'
import { assertPortsFree, waitForListener } from './ports.ts'
import { seedDemo } from './seed-demo.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { tryModules } from './try-modules.ts'

const DATABASE_WATCH_MILLISECONDS = 1000
/** Limit of a first start, which is slow on a busy machine. */
const SHOP_TIMEOUT_MILLISECONDS = 30_000

/** Starts, watches and stops the database, the API, the worker and the demo shop. */
export class Supervisor {
  readonly #config: Config
  readonly #log: Logger
  readonly #processes: SupervisedProcess[] = []
  readonly #stopping = new AbortController()
  #isDatabaseAway = false
  #unlock: (() => void) | undefined
  #database: GatewayDatabase | undefined
  #starting: Promise<void> | undefined
  #watching: Promise<void> | undefined
  #recording: Promise<void> | undefined

  constructor(config: Config, log: Logger) {
    this.#config = config
    this.#log = log
  }

  /** Resolves when the gateway serves. @throws with an instruction; call `stop` then too */
  start(): Promise<void> {
    this.#starting = this.#startAll()
    return this.#starting
  }

  /** Stops everything gracefully, the database last; a start in progress is abandoned. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#processes.map((each) => each.stop()))
    await this.#starting?.catch(() => undefined)
    await this.#watching
    await this.#recording
    if (this.#database) await this.#close(this.#database)
    this.#unlock?.()
  }

  async #close(database: GatewayDatabase): Promise<void> {
    const erased = await eraseSecrets(database.url).catch((error: unknown) => {
      this.#log.error(error, 'security codes not erased: database unavailable')
      return true
    })
    if (!erased) this.#log.warn('security codes of completed payments not erased from disk')
    await database.stop()
  }

  /** Kills the processes immediately; a running `stop` continues with the database. */
  kill(): void {
    for (const each of this.#processes) each.kill()
  }

  /** The processes load their modules while the database starts. */
  async #startAll(): Promise<void> {
    await tryModules(this.#config)
    await openProviderModules(this.#config, this.#log)
    await assertPortsFree(this.#config)
    if (this.#config.databaseUrl === undefined) this.#unlock = await lockDataDir(this.#config.dataDir)
    const { realm, processes: role } = this.#config
    const workers = role === 'api' || role === 'dashboard' ? 0 : 1
    collectMetrics({ api: this.#apiProcesses, worker: workers })
    const processes = [
      ...Array.from({ length: this.#apiProcesses }, () => this.#supervise('API process', forkApi)),
      ...Array.from({ length: workers }, () => this.#supervise('background worker', forkWorker)),
    ]
    const { url } = await this.#openDatabase()
    const demo = realm === 'uat' && role !== 'dashboard' ? await this.#seed(url) : undefined
    this.#stopping.signal.throwIfAborted()
    const settings = { databaseUrl: url, secrets: this.#config.secrets.reveal() }
    await Promise.all([...processes.map((each) => each.start(settings)), this.#openShop(), this.#checkIssuer()])
    if (demo && this.#config.demoHistory) this.#recording = this.#recordHistory(url, demo)
  }

  get #apiProcesses(): number {
    return this.#config.processes === 'worker' ? 0 : this.#config.workers
  }

  #supervise(name: string, fork: ConstructorParameters<typeof SupervisedProcess>[1]): SupervisedProcess {
    const supervised = new SupervisedProcess(name, fork, this.#log, this.#config)
    this.#processes.push(supervised)
    return supervised
  }

  async #seed(databaseUrl: string): Promise<DemoAccess> {
    const { gateway, close } = await openGateway({ ...this.#config, databaseUrl }, 'seed', 2)
    return seedDemo(gateway, this.#config).finally(close)
  }

  /** Runs in the background; if it fails, the demo still works. */
  async #recordHistory(databaseUrl: string, { merchant }: DemoAccess): Promise<void> {
    try {
      // Production does not load it.
      const { recordDemoHistory } = await import('./demo-history/index.ts')
      const { gateway, close } = await openGateway({ ...this.#config, databaseUrl }, 'demo history', 3)
      const owner = { merchantId: merchant.merchant_id, terminalId: merchant.terminal_id }
      await recordDemoHistory(gateway, owner, this.#stopping.signal).finally(close)
    } catch (error) {
      this.#log.warn(error, 'demo history incomplete')
    }
  }

  async #openShop(): Promise<void> {
    const { shopPort } = this.#config
    if (shopPort === null) return
    this.#supervise('demo shop', () => forkShop(this.#config))
    if (await waitForListener(shopPort, SHOP_TIMEOUT_MILLISECONDS)) return
    this.#log.warn('demo shop not responding yet')
    void this.#tellOfShop(shopPort)
  }

  /** Waits for the shop in the background, because it may start slowly on a busy machine. */
  async #tellOfShop(port: number): Promise<void> {
    while (!(await waitForListener(port, SHOP_TIMEOUT_MILLISECONDS))) if (this.#stopping.signal.aborted) return
    this.#log.info('demo shop responding')
  }

  async #checkIssuer(): Promise<void> {
    if (!this.#config.isBuiltInSignIn) await checkIssuer(this.#config, this.#log)
  }

  async #openDatabase(): Promise<GatewayDatabase> {
    const database = await openMigratedDatabase(this.#config)
    this.#database = database
    this.#watching = this.#watch(database)
    return database
  }

  async #watch(database: GatewayDatabase): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#ensureRunning(database)
      await sleep(DATABASE_WATCH_MILLISECONDS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #ensureRunning(database: GatewayDatabase): Promise<void> {
    try {
      if (await database.ensureRunning()) this.#log.error('database exited and restarted')
      this.#isDatabaseAway = false
    } catch (error) {
      if (!this.#isDatabaseAway) this.#log.error(error, 'database exited and could not be restarted')
      this.#isDatabaseAway = true
    }
  }
}
