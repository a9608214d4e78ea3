import type { Logger } from 'pino'
import { type Clock, systemClock } from '#domain/clock.ts'
import { localGroupSegment } from '#domain/group.ts'
import { ensureWalletKey } from '#flows/admin/wallet-keys.ts'
import { CircuitBreaker } from '#flows/circuits/circuit-breaker.ts'
import { ConfigCache } from '#flows/config-cache.ts'
import type { Gateway } from '#flows/gateway.ts'
import { MerchantMoves } from '#flows/merchant-moves.ts'
import { acquirerCards, createSealedInbox } from '#flows/provider-calls/acquirer-cards.ts'
import { acquirerWatch } from '#flows/provider-calls/acquirer-watch.ts'
import { answerMarginSeconds } from '#flows/provider-calls/call-provider.ts'
import { observeCall } from '#flows/provider-calls/observe-call.ts'
import { isReady } from '#flows/requests/availability.ts'
import { observer } from '#http/monitoring/observer.ts'
import { createIdentity, type Identity } from '#identity/index.ts'
import { createIso8583, type Iso8583 } from '#providers/iso8583/index.ts'
import { createConnectors } from '#providers/registry.ts'
import { sendDueNotices } from '#simulators/common/notices.ts'
import { openSimulatedPages, type SimulatedPages } from '#simulators/common/pages.ts'
import { createSimulators } from '#simulators/registry.ts'
import { createThreeDsSimulator, type ThreeDsSimulator } from '#simulators/three-ds/index.ts'
import { type Database, openDatabase, withConnection } from '#store/connection/database.ts'
import { openReadPool } from '#store/connection/read-pool.ts'
import { paymentMethodFinder } from '#store/customers/payment-methods.ts'
import { openAcquirerLines } from '#store/iso8583/acquirer-lines.ts'
import { openAcquirerStore } from '#store/iso8583/acquirer-store.ts'
import { cardCountryFinder } from '#store/rules/bin-countries.ts'
import { openSimulatedAuthentications } from '#store/simulators/authentications.ts'
import { openChargePages } from '#store/simulators/charge-pages.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { openDisputeNotices, openDueDisputes } from '#store/simulators/disputes.ts'
import { openChargeNotices } from '#store/simulators/notices.ts'
import { openTransactionWriter } from '#store/transactions/transaction-writer.ts'
import type { ServerEndpoint } from '#three-ds/3dsecure-io/config.ts'
import { createThreeDSecureIo, type HostedServer } from '#three-ds/3dsecure-io/index.ts'
import type { Config, ConnectedConfig } from './config.ts'
import { DatabaseOutage } from './log/database-outage.ts'
import { createLog } from './log.ts'
import { openGroup } from './open-group.ts'
import { openProviderModules } from './open-provider-modules.ts'
import { openVault } from './open-vault.ts'
import { openWalletRoots } from './wallet-roots.ts'

/** Dedicated to the two commits of payments, with cached plans and pages. Three, so that a slow batch delays no other. */
const WRITER_CONNECTIONS = 3

/** The simulators' ledgers use separate connections, as a bank's would. */
const SIMULATOR_CONNECTIONS = 2

/** Resources of a gateway process, and how to close them. */
export interface OpenGateway {
  readonly gateway: Gateway
  readonly identity: Identity
  /** Its pages have separate routes; null in production and with a real server. */
  readonly threeDsSimulator: ThreeDsSimulator | null
  /** Background work of the simulated providers; null in production. */
  readonly simulators: Simulators | null
  /** Its reversals are repeated by the worker. */
  readonly iso8583: Iso8583
  close(): Promise<void>
}

export interface Simulators {
  readonly pages: SimulatedPages
  /** @returns true if there may be more */
  sendDueNotices(): Promise<boolean>
  /** Opens disputes that testers requested, and sends notices of disputes. @returns true if there may be more */
  pursueDisputes(): Promise<boolean>
}

/**
 * Opens and connects database, vault, providers and identity. @param name of the process, also in `pg_stat_activity`
 * @param connections besides those for payments' commits, reads and the simulators
 */
export async function openGateway(config: ConnectedConfig, name: string, connections: number): Promise<OpenGateway> {
  const pools = openPools(config, name, connections)
  return openOn(pools, config, name).catch(async (error) => {
    await closeAll(pools)
    throw error
  })
}

type Pools = ReturnType<typeof openPools>

function openPools({ databaseUrl: url, databaseReplicaUrl }: ConnectedConfig, name: string, connections: number) {
  return {
    sql: openDatabase(url, name, connections),
    writerSql: openDatabase(url, `${name} writer`, WRITER_CONNECTIONS),
    reads: openReadPool({
      url,
      replicaUrl: databaseReplicaUrl,
      name: `${name} reads`,
      answered: (server) => observer.readAnswered(server),
    }),
    simulatorSql: openDatabase(url, `${name} simulators`, SIMULATOR_CONNECTIONS),
  }
}

async function openOn(pools: Pools, config: ConnectedConfig, name: string): Promise<OpenGateway> {
  const { sql, writerSql, reads, simulatorSql } = pools
  const outage = new DatabaseOutage()
  const log = createLog(config.logLevel, name, undefined, outage)
  const modules = await openProviderModules(config, log)
  const vault = await openVault(sql, config)
  await openGroup(sql, config.merchantGroup)
  const moves = new MerchantMoves({ sql, vault, log })
  if (localGroupSegment() !== '') await moves.open()
  const clock = systemClock
  const { realm, baseUrl, providerSandboxes: sandboxes } = config
  const hostedThreeDs = config.threeDsPlace ? openThreeDsServer(config.threeDsPlace, clock, log) : null
  const isSimulated = realm === 'uat' && !hostedThreeDs
  const threeDsSimulator = isSimulated
    ? createThreeDsSimulator(openSimulatedAuthentications(simulatorSql), baseUrl, clock)
    : null
  const iso8583 = createIso8583({
    book: openAcquirerStore(sql),
    cards: acquirerCards(vault),
    lineBook: openAcquirerLines(sql),
    post: createSealedInbox(),
    observe: (account, operation, ask) => observeCall(observer, account, operation, ask),
    watch: acquirerWatch(observer, log),
    reach: realm === 'production' ? { plainHosts: config.iso8583PlainHosts } : null,
  })
  const charges = openSimulatedCharges(simulatorSql)
  const providers = [
    ...createSimulators({ realm, baseUrl, charges }),
    ...createConnectors({ realm, sandboxes }),
    iso8583,
    ...modules,
  ]
  const gateway: Gateway = {
    settings: config,
    sql,
    reads,
    alone: (purpose, act) => withConnection(config.databaseUrl, purpose, act),
    writer: openTransactionWriter(writerSql, answerMarginSeconds({ settings: config })),
    findPaymentMethod: paymentMethodFinder(sql),
    vault,
    findCardCountry: cardCountryFinder(sql),
    configs: new ConfigCache(sql),
    circuits: new CircuitBreaker(sql, log),
    moves,
    observer,
    providers: new Map(providers.map((provider) => [provider.name, provider])),
    walletRoots: openWalletRoots(config, vault, sql, clock, log),
    threeDs: hostedThreeDs ?? threeDsSimulator?.server ?? null,
    clock,
    log,
  }
  outage.watch(log, () => isReady(gateway))
  if (realm === 'uat' && vault.opensCards) await ensureWalletKey(gateway)
  const identity = await createIdentity({ ...config, ...signInOf(config), sql, vault, log, clock, moves })
  const simulators = realm === 'uat' ? openSimulators(simulatorSql) : null
  const close = async () => {
    outage.close()
    await Promise.all([iso8583.close(), moves.close()])
    await Promise.all([closeAll(pools), hostedThreeDs?.close()])
  }
  return { gateway, identity, threeDsSimulator, simulators, iso8583, close }
}

/** People sign in where the dashboard is; with processes of its own, only there. */
function signInOf({ processes, dashboard, dashboardUrl, baseUrl, authUrl, isBuiltInSignIn: builtIn }: Config) {
  const ownUrl = processes === 'dashboard' ? dashboardUrl : baseUrl
  return {
    builtIn,
    baseUrl: ownUrl,
    authUrl: builtIn ? ownUrl : authUrl,
    dashboard: dashboard && dashboardUrl === ownUrl,
  }
}

function openThreeDsServer(place: ServerEndpoint, clock: Clock, log: Logger): HostedServer {
  return createThreeDSecureIo(place, clock, (failure) => log.warn(failure, 'unusable response from 3-D Secure server'))
}

function openSimulators(simulatorSql: Database): Simulators {
  const notices = openChargeNotices(simulatorSql)
  return {
    pages: openSimulatedPages(openChargePages(simulatorSql)),
    sendDueNotices: () => sendDueNotices(notices),
    pursueDisputes: async () => {
      const hasMore = await openDueDisputes(simulatorSql)
      return (await sendDueNotices(openDisputeNotices(simulatorSql))) || hasMore
    },
  }
}

async function closeAll(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.end({ timeout: 5 })))
}
