import {
  databaseUrl,
  duration,
  flag,
  groupName,
  headers,
  hostName,
  integer,
  type Kind,
  key,
  listOf,
  network,
  origin,
  orOff,
  port,
  seconds,
  share,
  text,
  url,
  word,
} from './kinds.ts'
import { providerSandboxes } from './provider-sandboxes.ts'
import { gatewayId, rootKeys } from './root-keys.ts'
import { setting } from './setting.ts'
import { apiKey } from './three-ds-server.ts'
import { THREE_DS_SETTINGS } from './three-ds-settings.ts'

/** Every setting (docs/reference/running.md#settings), in the order in which `.env.example` explains them. */
export const SETTINGS = {
  realm: setting(
    'REALM',
    word('uat', 'production'),
    { fallback: 'uat' },
    'In uat every provider is simulated and a demo merchant exists. production has neither, and needs MASTER_KEY, DATABASE_URL and an https BASE_URL.',
  ),
  host: setting('HOST', text, { fallback: '127.0.0.1' }, 'The address to listen on; 0.0.0.0 for all.'),
  port: setting(
    'PORT',
    port,
    { fallback: '3000' },
    'Where the API, the hosted pages and the API reference are served.',
  ),
  shopPort: setting(
    'SHOP_PORT',
    orOff(port),
    { otherwise: 'PORT + 1' },
    'Where the demo shop is served; off for none. There is none in production.',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    orOff(port),
    { fallback: 'off' },
    'Where /metrics is served without a token, for a network that only your monitoring can reach.',
  ),
  baseUrl: setting(
    'BASE_URL',
    origin,
    { otherwise: 'http://127.0.0.1:PORT, or the one address of HOST' },
    'How shoppers and merchants reach the gateway.',
  ),
  authUrl: setting(
    'AUTH_URL',
    url,
    { otherwise: 'BASE_URL' },
    'The identity provider, in production an https address. One of your own (Keycloak) switches the built-in token endpoint off.',
  ),
  authAudience: setting(
    'AUTH_AUDIENCE',
    text,
    { otherwise: 'BASE_URL' },
    'What tokens of your own identity provider must name as their audience; others are refused.',
  ),
  operatorClientIds: setting(
    'OPERATOR_CLIENT_IDS',
    listOf(text),
    { otherwise: 'none' },
    'Clients of your own identity provider that may use the admin API.',
  ),
  dataDir: setting(
    'DATA_DIR',
    text,
    { fallback: './data' },
    'Holds the local database, the generated master key and demo.json.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseUrl,
    { otherwise: 'a PostgreSQL of its own under DATA_DIR' },
    'A PostgreSQL of yours, 15 or newer; 18 is what the tests run on. Behind PgBouncer it ends with ?pgbouncer=true.',
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    databaseUrl,
    { otherwise: 'none' },
    'A standby of DATABASE_URL. Lists, exports and analytics are read there whenever it knows all that the primary does.',
  ),
  merchantGroup: setting(
    'MERCHANT_GROUP',
    groupName,
    { otherwise: "the database's, at first none" },
    'The group of merchants that lives in this database, such as eu1, where there are several groups. Every identifier made from then on says it; the database keeps it, and no other is taken there again.',
  ),
  masterKey: setting(
    'MASTER_KEY',
    key,
    { otherwise: 'generated under DATA_DIR in uat' },
    'Wraps every other key; 32 random bytes in Base64. Whoever loses it loses every saved card.',
  ),
  previousMasterKey: setting(
    'MASTER_KEY_PREVIOUS',
    key,
    { otherwise: 'none' },
    'The key before MASTER_KEY, still readable while keys are rewrapped.',
  ),
  workers: setting('WORKERS', integer(1, 256), { otherwise: 'the number of cores' }, 'API processes.'),
  processes: setting(
    'PROCESSES',
    word('all', 'api', 'worker'),
    { fallback: 'all' },
    'What runs here: everything; api, which serves requests alone; or worker, which delivers events and ends what is overdue. Any number of each may share one DATABASE_URL and MASTER_KEY.',
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    duration(0),
    { otherwise: '0 in uat, 10 in production' },
    'How long a gateway still serves after SIGTERM, while /health/ready answers 503 and each answer closes its connection, so that load balancers switch to another gateway first. Service managers must wait for 30 seconds more.',
  ),
  hangSeconds: setting(
    'HANG_SECONDS',
    orOff(seconds),
    { fallback: '60' },
    'Seconds without a heartbeat after which a process of the gateway is killed and started again; off for never, for debuggers.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    word('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    { fallback: 'info' },
    'The least important messages that are still logged.',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url,
    { otherwise: 'none, no traces' },
    'An OpenTelemetry collector that takes OTLP over HTTP, such as http://localhost:4318; /v1/traces is added.',
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    { otherwise: 'none' },
    'What the collector wants in headers, such as api-key=….',
  ),
  traceShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    { fallback: '1' },
    'The share of traces that are recorded, from 0 to 1. A request that comes with a traceparent is recorded as that says.',
  ),
  rateLimitPerSecond: setting(
    'RATE_LIMIT_PER_SECOND',
    integer(0, 1_000_000),
    { otherwise: '0 in uat, 500 in production' },
    'Requests of one merchant over all processes; 0 for no limit.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    listOf(network),
    { otherwise: 'none, forwarded headers do not count' },
    'Proxies whose X-Forwarded-For tells the real address.',
  ),
  allowPrivateWebhooks: setting(
    'ALLOW_PRIVATE_WEBHOOKS',
    flag,
    { otherwise: 'on in uat, off in production' },
    'Whether webhooks may go to private, loopback and link-local addresses.',
  ),
  webhookRetrySchedule: setting(
    'WEBHOOK_RETRY_SCHEDULE',
    listOf(seconds),
    { fallback: '5,300,1800,7200,18000,36000,50400,72000,86400' },
    'Seconds between the deliveries of an event that keeps failing.',
  ),
  sessionTtlSeconds: setting('SESSION_TTL_SECONDS', seconds, { fallback: '3600' }, 'How long a session can be paid.'),
  challengeTtlSeconds: setting(
    'CHALLENGE_TTL_SECONDS',
    seconds,
    { fallback: '600' },
    'How long a shopper may take to authenticate.',
  ),
  pendingTtlSeconds: setting(
    'PENDING_TTL_SECONDS',
    seconds,
    { fallback: '604800' },
    'How long a shopper or provider may take to confirm a payment.',
  ),
  maxProviderRetries: setting(
    'MAX_PROVIDER_RETRIES',
    integer(0, 20),
    { fallback: '5' },
    'How often a declined card payment is tried again with other provider accounts of the terminal.',
  ),
  settlementDelaySeconds: setting(
    'SETTLEMENT_DELAY_SECONDS',
    seconds,
    { fallback: '86400' },
    'How long after its approval a purchase can still be voided and a payment is pending in the balance.',
  ),
  providerTimeoutSeconds: setting(
    'PROVIDER_TIMEOUT_SECONDS',
    seconds,
    { fallback: '10' },
    'How long a provider may take to answer.',
  ),
  providerRecordDays: setting(
    'PROVIDER_RECORD_DAYS',
    integer(1, 36_500),
    { fallback: '90' },
    'How many days exchanges with providers and their notices are kept; a notice stays as long as its transaction is pending.',
  ),
  archiveDir: setting(
    'ARCHIVE_DIR',
    text,
    { otherwise: 'none, events stay in the database' },
    'A directory for what is too old for the database, as files: events with their deliveries after EVENT_DAYS, tries of deliveries and the request log after 30 days. All workers need the same one.',
  ),
  eventDays: setting(
    'EVENT_DAYS',
    integer(90, 36_500),
    { fallback: '400' },
    'How many days events and their deliveries stay in the database where there is an ARCHIVE_DIR.',
  ),
  providerSandboxes: setting(
    'PROVIDER_SANDBOXES',
    providerSandboxes,
    { otherwise: "the providers' own test environments" },
    'Stand-ins for the test environments of providers, in uat only: stripe=http://127.0.0.1:12111.',
  ),
  dashboard: setting('DASHBOARD', flag, { fallback: 'on' }, 'Whether people can sign in to the dashboard.'),
  dashboardMfa: setting(
    'DASHBOARD_MFA',
    word('required', 'optional'),
    { otherwise: 'optional in uat, required in production' },
    'Whether every user needs a second factor; production accepts only required. Your own identity provider decides this for its users.',
  ),
  dashboardClientId: setting(
    'DASHBOARD_CLIENT_ID',
    text,
    { otherwise: 'none' },
    'What the dashboard is called at your own identity provider (AUTH_URL). Without it nobody signs in there.',
  ),
  dashboardClientSecret: setting(
    'DASHBOARD_CLIENT_SECRET',
    apiKey,
    { otherwise: 'none' },
    'What the dashboard proves itself with at your own identity provider.',
  ),
  dashboardRoleClaim: setting(
    'DASHBOARD_ROLE_CLAIM',
    text,
    { otherwise: 'none, people are invited' },
    "The claim of your own identity provider's ID tokens that holds roles: <merchant_id>:owner, platform-admin.",
  ),
  dashboardIdleSeconds: setting(
    'DASHBOARD_IDLE_SECONDS',
    seconds,
    { fallback: '900' },
    'How long somebody may be idle in the dashboard before they have to sign in again.',
  ),
  dashboardSessionSeconds: setting(
    'DASHBOARD_SESSION_SECONDS',
    seconds,
    { fallback: '43200' },
    'How long a sign-in to the dashboard lasts at most.',
  ),
  gatewayId: setting(
    'GATEWAY_ID',
    gatewayId,
    { fallback: 'tollgate' },
    'What the first wallet knows this gateway by; tokens for another are refused.',
  ),
  iso8583PlainHosts: setting(
    'ISO8583_PLAIN_HOSTS',
    listOf(hostName),
    { otherwise: 'none; in uat any' },
    'Hosts of ISO 8583 acquirers that are reached without TLS, because their line is encrypted already.',
  ),
  walletaRootKeys: setting(
    'WALLETA_ROOT_KEYS',
    rootKeys,
    { otherwise: "the simulated wallet's in uat, none in production" },
    'Where the root keys of the first wallet are: an https address or the path of a file. What changes there holds at once (file) or once its Cache-Control ends (address).',
  ),
  ...THREE_DS_SETTINGS,
}

/** What was given or falls back on a constant; undefined where the default depends on other settings. */
export type Given = { readonly [K in keyof typeof SETTINGS]: KindOf<(typeof SETTINGS)[K]> | undefined }

type KindOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never
