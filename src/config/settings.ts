import { DASHBOARD_SETTINGS } from './dashboard-settings.ts'
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
  oneOf,
  origin,
  orOff,
  port,
  seconds,
  share,
  text,
  url,
} from './kinds.ts'
import { MAIL_SETTINGS } from './mail-settings.ts'
import { PROVIDER_SETTINGS } from './provider-settings.ts'
import { gatewayId, rootKeys } from './root-keys.ts'
import { setting } from './setting.ts'
import { THREE_DS_SETTINGS } from './three-ds-settings.ts'

/** Settings (docs/reference/running.md#settings), in the order of `.env.example`. */
export const SETTINGS = {
  realm: setting(
    'REALM',
    oneOf('uat', 'production'),
    { fallback: 'uat' },
    'Mode. uat simulates every provider and has a demo merchant. production has neither, and needs MASTER_KEY, DATABASE_URL and an https BASE_URL. The database keeps the mode of its first migration.',
  ),
  host: setting('HOST', text, { fallback: '127.0.0.1' }, 'Address to listen on; 0.0.0.0 for all.'),
  port: setting('PORT', port, { fallback: '3000' }, 'Port of the API, the hosted pages and the API reference.'),
  shopPort: setting(
    'SHOP_PORT',
    orOff(port),
    { otherwise: 'PORT + 1' },
    'Port of the demo shop, or off. Production has no demo shop.',
  ),
  shopHost: setting(
    'SHOP_HOST',
    oneOf('localhost', '0.0.0.0'),
    { fallback: 'localhost' },
    'Address of the demo shop. In a container 0.0.0.0, so that the port can be published.',
  ),
  demoHistory: setting(
    'DEMO_HISTORY',
    flag,
    { fallback: 'on' },
    'Give a new demo merchant two weeks of payments (uat only).',
  ),
  demoCallers: setting(
    'DEMO_CALLERS',
    oneOf('loopback', 'private'),
    { fallback: 'loopback' },
    'Addresses that get the demo credentials in the API reference (uat only). private: also private networks, for a container whose port is published on 127.0.0.1 alone.',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    orOff(port),
    { fallback: 'off' },
    'Port of /metrics without a token, or off. Allow access only from the network of your monitoring.',
  ),
  baseUrl: setting(
    'BASE_URL',
    origin,
    { otherwise: 'http://127.0.0.1:PORT, or the one address of HOST' },
    'URL at which shoppers and merchants reach the gateway.',
  ),
  authUrl: setting(
    'AUTH_URL',
    url,
    { otherwise: 'BASE_URL' },
    'URL of the identity provider; https in production. Your own, for example Keycloak, disables the built-in token endpoint.',
  ),
  authAudience: setting(
    'AUTH_AUDIENCE',
    text,
    { otherwise: 'BASE_URL' },
    'Required audience of tokens from your identity provider.',
  ),
  operatorClientIds: setting(
    'OPERATOR_CLIENT_IDS',
    listOf(text),
    { otherwise: 'none' },
    'Clients of your identity provider that may use the admin API.',
  ),
  dataDir: setting(
    'DATA_DIR',
    text,
    { fallback: './data' },
    'Directory of the local database, the generated master key and demo.json.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseUrl,
    { otherwise: 'a bundled PostgreSQL under DATA_DIR' },
    'Your PostgreSQL, 15 or newer (tested with 18). Append ?pgbouncer=true behind PgBouncer.',
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    databaseUrl,
    { otherwise: 'none' },
    'A standby of DATABASE_URL for lists, exports and analytics; used while it is caught up with the primary.',
  ),
  merchantGroup: setting(
    'MERCHANT_GROUP',
    groupName,
    { otherwise: "the database's, at first none" },
    "Name of this deployment's merchant group, for example eu1. New IDs include it. The database stores it; it cannot change later.",
  ),
  masterKey: setting(
    'MASTER_KEY',
    key,
    { otherwise: 'generated under DATA_DIR in uat' },
    'Encrypts all other keys; 32 random bytes in Base64. Back it up: without it, saved cards are lost.',
  ),
  previousMasterKey: setting(
    'MASTER_KEY_PREVIOUS',
    key,
    { otherwise: 'none' },
    'Previous MASTER_KEY, for decryption during a rotation.',
  ),
  secretsKey: setting(
    'SECRETS_KEY',
    key,
    { otherwise: 'none' },
    'Key of PROCESSES=dashboard in place of MASTER_KEY, as "tollgate keys derive" prints it. It decrypts no card.',
  ),
  previousSecretsKey: setting(
    'SECRETS_KEY_PREVIOUS',
    key,
    { otherwise: 'none' },
    'Previous SECRETS_KEY, for decryption during a rotation.',
  ),
  workers: setting('WORKERS', integer(1, 256), { otherwise: 'the number of cores' }, 'Number of API processes.'),
  processes: setting(
    'PROCESSES',
    oneOf('all', 'api', 'worker', 'dashboard'),
    { fallback: 'all' },
    'What runs here: all, api (serves requests), worker (delivers events, expires overdue payments) or dashboard (serves the dashboard and the documentation alone, with SECRETS_KEY and DASHBOARD_URL). Any number of each may share one DATABASE_URL and MASTER_KEY.',
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    duration(0),
    { otherwise: '0 in uat, 10 in production' },
    'Seconds of service after SIGTERM, while /health/ready returns 503 and every response closes its connection, so that load balancers switch to another gateway. Service managers must wait 30 seconds longer.',
  ),
  hangSeconds: setting(
    'HANG_SECONDS',
    orOff(seconds),
    { fallback: '60' },
    'Seconds without a heartbeat after which a process is killed and restarted; off to disable, for debuggers.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    { fallback: 'info' },
    'Minimum log level.',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url,
    { otherwise: 'none, no traces' },
    'OpenTelemetry collector for OTLP over HTTP, for example http://localhost:4318; /v1/traces is appended.',
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    { otherwise: 'none' },
    'Headers for the collector, for example api-key=….',
  ),
  traceShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    { fallback: '1' },
    'Share of traces to record, from 0 to 1. If a request has a traceparent, its flag decides.',
  ),
  rateLimitPerSecond: setting(
    'RATE_LIMIT_PER_SECOND',
    integer(0, 1_000_000),
    { otherwise: '0 in uat, 500 in production' },
    'Maximum requests per second of one merchant over all processes; 0 for no limit.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    listOf(network),
    { otherwise: 'none, forwarded headers are ignored' },
    'Proxies trusted for X-Forwarded-For.',
  ),
  allowPrivateWebhooks: setting(
    'ALLOW_PRIVATE_WEBHOOKS',
    flag,
    { otherwise: 'on in uat, off in production' },
    'Allow webhooks to private, loopback and link-local addresses.',
  ),
  webhookRetrySchedule: setting(
    'WEBHOOK_RETRY_SCHEDULE',
    listOf(seconds),
    { fallback: '5,300,1800,7200,18000,36000,50400,72000,86400' },
    'Seconds between delivery attempts of a failing event.',
  ),
  ...MAIL_SETTINGS,
  sessionTtlSeconds: setting(
    'SESSION_TTL_SECONDS',
    seconds,
    { fallback: '3600' },
    'Seconds in which a session can be paid.',
  ),
  challengeTtlSeconds: setting(
    'CHALLENGE_TTL_SECONDS',
    seconds,
    { fallback: '600' },
    'Seconds in which a shopper must authenticate.',
  ),
  pendingTtlSeconds: setting(
    'PENDING_TTL_SECONDS',
    seconds,
    { fallback: '604800' },
    'Seconds in which a shopper or provider must confirm a payment.',
  ),
  maxProviderRetries: setting(
    'MAX_PROVIDER_RETRIES',
    integer(0, 20),
    { fallback: '5' },
    'Maximum retries of a declined card payment with other provider accounts of the terminal.',
  ),
  settlementDelaySeconds: setting(
    'SETTLEMENT_DELAY_SECONDS',
    seconds,
    { fallback: '86400' },
    'Seconds after approval in which a purchase can be voided and its money is pending in the balance.',
  ),
  providerTimeoutSeconds: setting(
    'PROVIDER_TIMEOUT_SECONDS',
    seconds,
    { fallback: '10' },
    'Seconds in which a provider must respond.',
  ),
  providerRecordDays: setting(
    'PROVIDER_RECORD_DAYS',
    integer(1, 36_500),
    { fallback: '90' },
    'Days to keep provider requests and notices. Notices of pending transactions are always kept.',
  ),
  archiveDir: setting(
    'ARCHIVE_DIR',
    text,
    { otherwise: 'none, events stay in the database' },
    'Directory for old rows as files: events and deliveries after EVENT_DAYS, delivery attempts and the request log after 30 days. All workers need the same one.',
  ),
  eventDays: setting(
    'EVENT_DAYS',
    integer(90, 36_500),
    { fallback: '400' },
    'Days that events and deliveries stay in the database if ARCHIVE_DIR is set.',
  ),
  ...DASHBOARD_SETTINGS,
  ...PROVIDER_SETTINGS,
  gatewayId: setting(
    'GATEWAY_ID',
    gatewayId,
    { fallback: 'tollgate' },
    'Recipient ID of this gateway in wallet tokens; those for other gateways are rejected.',
  ),
  iso8583PlainHosts: setting(
    'ISO8583_PLAIN_HOSTS',
    listOf(hostName),
    { otherwise: 'none; in uat any' },
    'Hosts of ISO 8583 acquirers to connect to without TLS, because their line is already encrypted.',
  ),
  walletaRootKeys: setting(
    'WALLETA_ROOT_KEYS',
    rootKeys,
    { otherwise: "the simulated wallet's in uat, none in production" },
    'HTTPS URL or file path of the root keys of the first wallet. Changes apply immediately (file) or after Cache-Control expires (URL).',
  ),
  ...THREE_DS_SETTINGS,
}

/** Values from the environment or constant defaults; undefined if the default depends on other settings. */
export type RawSettings = { readonly [K in keyof typeof SETTINGS]: KindOf<(typeof SETTINGS)[K]> | undefined }

type KindOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never
