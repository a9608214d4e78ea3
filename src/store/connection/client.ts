import { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { COLUMN_TYPES } from './column-types.ts'
import { type DatabaseAddress, DEFAULT_PORT } from './database-address.ts'
import { isWithoutTls, withCode } from './driver-errors.ts'
import { checkSessionAttributes } from './session-attributes.ts'

export interface ClientSettings {
  readonly address: DatabaseAddress
  /** Shows up in `pg_stat_activity`. */
  readonly name: string
  /** Settings of the server for each session. */
  readonly settings: Readonly<Record<string, string | number>>
  /** True if statements are sent before the answers to earlier ones have come. COPY is refused then. */
  readonly isPipelined: boolean
}

/** A session with the server, and the socket that can be cut. */
export interface OpenClient {
  readonly client: pg.Client
  readonly socket: Socket
}

const CONNECT_SECONDS = 30
const KEEP_ALIVE_SECONDS = 60
/** The name of a Unix socket: directory and port. */
const SOCKET_PATH = /^(.*)\/\.s\.PGSQL\.(\d+)$/

/**
 * Connects and signs in.
 * @throws an error that `isUnavailableError` if the server cannot be reached, refuses the login, or is not what the address
 *   asks for
 */
export async function openClient(settings: ClientSettings): Promise<OpenClient> {
  const { ssl } = settings.address
  if (ssl !== 'prefer') return connect(settings, toTlsOptions(ssl))
  try {
    return await connect(settings, toTlsOptions(ssl))
  } catch (error) {
    if (!isWithoutTls(error)) throw error
    return connect(settings, false)
  }
}

/** Without an authority to check it by, a server may have any certificate. */
function toTlsOptions(ssl: DatabaseAddress['ssl']): ConnectionOptions | false {
  if (!ssl) return false
  return typeof ssl === 'object' ? { ...ssl } : { rejectUnauthorized: false }
}

async function connect(settings: ClientSettings, ssl: ConnectionOptions | false): Promise<OpenClient> {
  const socket = new Socket()
  const client = new pg.Client(toConfig(settings, ssl, socket))
  // Statements that wait hear of it themselves.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await checkSessionAttributes(client, settings.address.target_session_attrs)
    return { client, socket }
  } catch (error) {
    socket.destroy()
    throw withCode(advised(error as Error))
  }
}

/** PgBouncer refuses the settings of our sessions where the address does not name it. */
function advised(error: Error): Error {
  if (error.message.includes('unsupported startup parameter'))
    error.message += '; behind PgBouncer add pgbouncer=true to the address (docs/operate/pgbouncer.md)'
  return error
}

function toConfig(settings: ClientSettings, ssl: ConnectionOptions | false, socket: Socket): pg.ClientConfig {
  const { address, name, isPipelined } = settings
  return {
    ...toPlace(address),
    user: address.username,
    // A text would have `pg` look for another password in a file where it is empty.
    password: () => address.password ?? process.env.PGPASSWORD ?? '',
    database: address.database,
    ssl,
    sslnegotiation: address.sslnegotiation === 'direct' && ssl ? 'direct' : 'postgres',
    application_name: `tollgate ${name}`,
    options: toServerOptions(settings),
    connectionTimeoutMillis: (address.connect_timeout ?? CONNECT_SECONDS) * 1000,
    keepAlive: address.keep_alive !== null,
    keepAliveInitialDelayMillis: (address.keep_alive ?? KEEP_ALIVE_SECONDS) * 1000,
    types: COLUMN_TYPES,
    stream: () => socket,
    pipeline: isPipelined,
  } as pg.ClientConfig
}

function toPlace({ host, port, path }: DatabaseAddress): Pick<pg.ClientConfig, 'host' | 'port'> {
  const [, directory, number] = SOCKET_PATH.exec(path ?? '') ?? []
  if (directory !== undefined) return { host: directory, port: Number(number) }
  return { host, port: port ?? (host === undefined ? undefined : DEFAULT_PORT) }
}

/** Later settings win, so that those of the address cannot replace ours. */
function toServerOptions({ address, settings }: ClientSettings): string {
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return [address.connection?.options ?? '', ...ours].join(' ').trim()
}
