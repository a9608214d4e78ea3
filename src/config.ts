import { isIP, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Secret } from '#domain/secret.ts'
import type { Settings } from '#flows/gateway.ts'
import type { ServerEndpoint } from '#three-ds/3dsecure-io/config.ts'
import { mailMistakes } from './config/mail-settings.ts'
import { loadOrCreateMasterKey, looksRandom } from './config/master-key.ts'
import type { ProviderSandboxes } from './config/provider-sandboxes.ts'
import { findGiven, isGiven, parseGiven } from './config/read-setting.ts'
import { isKeptAway, validateDashboard } from './config/separate-dashboard.ts'
import { type Environment, type Setting, SettingMistake } from './config/setting.ts'
import { type RawSettings, SETTINGS } from './config/settings.ts'
import { threeDsEndpoint, validateThreeDs } from './config/three-ds-server.ts'
import { blankRealm } from './open-realm.ts'

/** Settings without a default. */
type OptionalSetting =
  | 'databaseUrl'
  | 'databaseReplicaUrl'
  | 'merchantGroup'
  | 'previousMasterKey'
  | 'secretsKey'
  | 'previousSecretsKey'
  | 'walletaRootKeys'
  | 'otlpEndpoint'
  | 'otlpHeaders'
  | 'dashboardClientId'
  | 'dashboardClientSecret'
  | 'dashboardRoleClaim'

/** Checked and complete configuration; `src/config/settings.ts` explains each setting. */
export interface Config extends Settings, Pick<RawSettings, OptionalSetting> {
  readonly host: string
  readonly port: number
  readonly shopHost: 'localhost' | '0.0.0.0'
  /** True if a new demo merchant gets past payments; UAT only. */
  readonly demoHistory: boolean
  /** Null: /metrics only on `port`, with an operator's token in production. */
  readonly metricsPort: number | null
  /** `aud` of tokens from an external identity provider. */
  readonly authAudience: string
  /** Absolute. */
  readonly dataDir: string
  /** Texts of settings from files and commands, by variable; the source's own variable is empty. */
  readonly secrets: Secret<Readonly<Record<string, string>>>
  /** Undefined if this process serves the dashboard alone; then it has the secrets key. */
  readonly masterKey: Secret<Buffer> | undefined
  /** Hosts of acquirers that production reaches without TLS. */
  readonly iso8583PlainHosts: readonly string[]
  /** Undefined: the simulator in UAT, none in production. */
  readonly threeDsPlace: ServerEndpoint | undefined
  /** URLs that replace providers' test environments, by provider. */
  readonly providerSandboxes: ProviderSandboxes
  /** Paths or packages of provider modules. */
  readonly providerModules: readonly string[]
  readonly processes: 'all' | 'api' | 'worker' | 'dashboard'
  readonly dashboard: boolean
  readonly workers: number
  /** Time between SIGTERM and closing the port. */
  readonly drainSeconds: number
  /** Time without a heartbeat until a process is killed; null: never. */
  readonly hangSeconds: number | null
  readonly logLevel: string
  /** Share of recorded traces, 0 to 1. */
  readonly traceShare: number
  /** 0: no limit. */
  readonly rateLimitPerSecond: number
}

/** Configuration of processes under the supervisor, which has opened the database. */
export type ConnectedConfig = Config & { readonly databaseUrl: string }

/** All errors in the configuration, a line each. Safe to print. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

const LAST_PORT = 65_535
const LOOPBACK = '127.0.0.1'
const PRODUCTION_RATE_LIMIT = 500
/** Longer than two or three health checks of a load balancer. */
const PRODUCTION_DRAIN_SECONDS = 10

/** Reads settings (docs/reference/running.md#settings), and creates UAT's master key. @throws ConfigError with every error */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const secrets: Record<string, string> = {}
  const entries = Object.entries<Setting<unknown>>(SETTINGS).filter(([, setting]) => !isKeptAway(setting, env))
  const readAll = entries.map(([key, setting]) => [key, read(setting, env, { mistakes, secrets })])
  const given = Object.fromEntries(readAll) as RawSettings
  mistakes.push(
    ...mistakenInProduction(given, env),
    ...sharedPorts(given),
    ...validateThreeDs(given, env),
    ...alone(given),
    ...mailMistakes(env),
    ...validateDashboard(given, env),
    ...blankRealm(env.REALM, given.databaseUrl),
  )
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return complete(given, new Secret(secrets))
}

/** Mistakes found, and texts from files and commands. */
interface Findings {
  readonly mistakes: string[]
  readonly secrets: Record<string, string>
}

function read(setting: Setting<unknown>, env: Environment, { mistakes, secrets }: Findings): unknown {
  try {
    const given = findGiven(setting, env)
    if (given && given.name !== setting.name) Object.assign(secrets, { [setting.name]: given.text, [given.name]: '' })
    return given && parseGiven(setting, given)
  } catch (error) {
    if (!(error instanceof SettingMistake)) throw error
    mistakes.push(error.message)
    return undefined
  }
}

function mistakenInProduction(
  { realm, processes, baseUrl, authUrl, masterKey, dashboardMfa }: RawSettings,
  env: Environment,
): string[] {
  if (realm !== 'production') return []
  const { masterKey: key, databaseUrl, baseUrl: url } = SETTINGS
  const mistakes = [...(processes === 'dashboard' ? [] : [key]), databaseUrl, url]
    .filter((needed) => !isGiven(needed, env))
    .map(({ name }) => `${name} must be set in production.`)
  if (env.PROVIDER_SANDBOXES?.trim()) mistakes.push('PROVIDER_SANDBOXES must not be set in production.')
  if (baseUrl?.startsWith('http:')) mistakes.push('BASE_URL must be an https URL in production.')
  if (authUrl?.startsWith('http:')) mistakes.push('AUTH_URL must be an https URL in production.')
  if (dashboardMfa === 'optional') mistakes.push('DASHBOARD_MFA must not be optional in production.')
  if (masterKey && !looksRandom(masterKey.reveal())) mistakes.push(GUESSABLE_KEY)
  return mistakes
}

/** A single role requires a shared database, and a standby its primary. */
function alone({ processes, databaseUrl, databaseReplicaUrl }: RawSettings): string[] {
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined)
    return ['DATABASE_REPLICA_URL needs a DATABASE_URL that it is a standby of.']
  if (processes === undefined || processes === 'all' || databaseUrl !== undefined) return []
  return [`PROCESSES=${processes} needs a DATABASE_URL that the other processes use too.`]
}

const GUESSABLE_KEY =
  'MASTER_KEY must be random in production, as "openssl rand -base64 32" prints it. ' +
  'If the database is encrypted with this key, set it as MASTER_KEY_PREVIOUS and rotate.'

function sharedPorts(given: RawSettings): string[] {
  const ports = [given.port, shopPortOf(given), given.metricsPort].filter((port) => typeof port === 'number')
  if (ports.some((port) => port > LAST_PORT)) return [`SHOP_PORT must be set when PORT is ${LAST_PORT}.`]
  return new Set(ports).size === ports.length ? [] : ['PORT, SHOP_PORT and METRICS_PORT must differ from each other.']
}

/** The shop signs in with credentials of the built-in provider. */
function shopPortOf({ realm, port, shopPort, processes, ...given }: RawSettings): number | null | undefined {
  if (
    realm === 'production' ||
    processes === 'worker' ||
    processes === 'dashboard' ||
    !hasOwnIssuer({ port, ...given })
  )
    return null
  return shopPort === undefined && port !== undefined ? port + 1 : shopPort
}

function complete(given: RawSettings, secrets: Config['secrets']): Config {
  const isUat = given.realm === 'uat'
  const baseUrl = given.baseUrl ?? defaultBaseUrl(given)
  const dataDir = resolve(given.dataDir!)
  return {
    ...(given as AllPresent<Omit<RawSettings, OptionalSetting>> & Pick<RawSettings, OptionalSetting>),
    secrets,
    baseUrl,
    dashboardUrl: given.dashboardUrl ?? baseUrl,
    authUrl: given.authUrl ?? baseUrl,
    authAudience: given.authAudience ?? baseUrl,
    shopPort: shopPortOf(given) ?? null,
    dataDir,
    masterKey: given.processes === 'dashboard' ? undefined : (given.masterKey ?? masterKeyIn(dataDir)),
    iso8583PlainHosts: given.iso8583PlainHosts ?? [],
    providerSandboxes: given.providerSandboxes ?? {},
    providerModules: given.providerModules ?? [],
    threeDsPlace: threeDsEndpoint(given),
    operatorClientIds: given.operatorClientIds ?? [],
    workers: given.workers ?? availableParallelism(),
    isBuiltInSignIn: hasOwnIssuer(given),
    dashboardMfa: mfaOf(given),
    rateLimitPerSecond: given.rateLimitPerSecond ?? (isUat ? 0 : PRODUCTION_RATE_LIMIT),
    drainSeconds: given.drainSeconds ?? (isUat ? 0 : PRODUCTION_DRAIN_SECONDS),
    mail: given.smtpUrl && { server: given.smtpUrl, from: given.mailFrom! },
    trustedProxies: given.trustedProxies ?? [],
    allowPrivateWebhooks: given.allowPrivateWebhooks ?? isUat,
  }
}

/** True if people and machines sign in at this gateway, not at an external identity provider. */
function hasOwnIssuer(given: Pick<RawSettings, 'authUrl' | 'baseUrl' | 'host' | 'port'>): boolean {
  return given.authUrl === undefined || given.authUrl === (given.baseUrl ?? defaultBaseUrl(given))
}

/** Uses loopback for a server that listens on all addresses. */
function defaultBaseUrl({ host = LOOPBACK, port }: Pick<RawSettings, 'host' | 'port'>): string {
  const isEverywhere = isIP(host) === 0 || ['0.0.0.0', '::'].includes(host)
  const address = isEverywhere ? LOOPBACK : host
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

/** External identity providers decide for their own people. */
function mfaOf(given: RawSettings): 'required' | 'optional' {
  const { realm, dashboardMfa } = given
  if (!hasOwnIssuer(given)) return 'optional'
  return dashboardMfa ?? (realm === 'production' ? 'required' : 'optional')
}

type AllPresent<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

function masterKeyIn(dataDir: string): Secret<Buffer> {
  try {
    return loadOrCreateMasterKey(dataDir)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw new ConfigError([`No master key: ${message}`])
    throw new ConfigError([`DATA_DIR must be a writable directory, and ${dataDir} is not (${code}).`])
  }
}
