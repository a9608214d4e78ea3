import { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { type DatabaseAddress, DEFAULT_PORT } from './database-address.ts'

const CONNECT_SECONDS = 30
const KEEP_ALIVE_SECONDS = 60
/** Name of a Unix socket: directory and port. */
const SOCKET_PATH = /^(.*)\/\.s\.PGSQL\.(\d+)$/

/** @param name in `pg_stat_activity` @param settings of the server, which override those of the address */
export function toClientConfig(
  address: DatabaseAddress,
  name: string,
  settings: Readonly<Record<string, string | number>>,
): pg.ClientConfig {
  const ours = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`)
  const ssl = toTlsOptions(address.ssl)
  return {
    ...toPlace(address),
    user: address.username,
    // A text would have `pg` look for another password in a file where it is empty.
    password: () => address.password ?? process.env.PGPASSWORD ?? '',
    database: address.database,
    ssl,
    sslnegotiation: address.sslnegotiation === 'direct' && ssl ? 'direct' : 'postgres',
    application_name: `tollgate ${name}`,
    options: [address.connection?.options ?? '', ...ours].join(' ').trim(),
    keepAlive: address.keep_alive !== null,
    keepAliveInitialDelayMillis: (address.keep_alive ?? KEEP_ALIVE_SECONDS) * 1000,
    stream: () => new Socket(),
  } as pg.ClientConfig
}

export function connectSecondsOf({ connect_timeout: seconds }: DatabaseAddress): number {
  return seconds ?? CONNECT_SECONDS
}

/** Without an authority to check it by, a server may have any certificate. */
function toTlsOptions(ssl: DatabaseAddress['ssl']): ConnectionOptions | false {
  if (!ssl) return false
  return typeof ssl === 'object' ? { ...ssl } : { rejectUnauthorized: false }
}

function toPlace({ host, port, path }: DatabaseAddress): Pick<pg.ClientConfig, 'host' | 'port'> {
  const [, directory, number] = SOCKET_PATH.exec(path ?? '') ?? []
  if (directory !== undefined) return { host: directory, port: Number(number) }
  return { host, port: port ?? (host === undefined ? undefined : DEFAULT_PORT) }
}
