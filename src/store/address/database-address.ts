import { AddressMistake, type DatabaseTls, type Parameters, tlsOf } from './database-tls.ts'

export interface DatabaseAddress {
  readonly host?: string
  readonly port?: number
  /** Path of a Unix socket, instead of a host. */
  readonly path?: string
  readonly database?: string
  readonly username?: string
  readonly password?: string
  readonly ssl?: DatabaseTls
  readonly sslnegotiation?: string
  /** Seconds. */
  readonly connect_timeout?: number
  /** Seconds; null: no keep-alives. */
  readonly keep_alive?: number | null
  readonly target_session_attrs?: (typeof SESSION_ATTRIBUTES)[number]
  /** Parameters for the server at the start of each session. */
  readonly connection?: { readonly options: string }
}

const SESSION_ATTRIBUTES = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export const DEFAULT_PORT = 5432
const LAST_PORT = 65_535
const EXAMPLE = 'a URL of one server such as postgres://user:password@host:5432/database'

/** User and password end at the last @ before the path; other @ and # belong to a password that was not encoded. */
const PARTS = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#@]*))?(?:\?([^#@]*))?$/

/** Parameters of libpq and of other clients that change nothing here. */
const WITHOUT_EFFECT = new Set([
  'application_name',
  'client_encoding',
  'fallback_application_name',
  'gssencmode',
  'keepalives_count',
  'keepalives_interval',
  'load_balance_hosts',
  'sslcompression',
  'sslsni',
  'tcp_user_timeout',
])

const WITH_EFFECT = new Set([
  ...['host', 'port', 'dbname', 'user', 'password', 'options', 'pgbouncer', 'schema', 'target_session_attrs'],
  ...['connect_timeout', 'keepalives', 'keepalives_idle'],
  ...['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'channel_binding'],
])

/** Reads a connection string for one server as libpq does; rejects unknown parameters. @throws AddressMistake */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const [match, login = '', place = '', database = '', query = ''] = PARTS.exec(url) ?? []
  if (match === undefined) throw new AddressMistake(malformed(url))
  const parameters = parametersOf(query)
  const name = parameters.dbname || decoded(database)
  const options = parameters.options?.replaceAll('+', ' ')
  const where = placeOf(place, parameters)
  const address = {
    ...where,
    database: name || undefined,
    ...loginOf(login, parameters),
    ...(where.path === undefined ? tlsOf(parameters) : {}),
    ...timesOf(parameters),
    target_session_attrs: sessionAttributes(parameters),
    connection: options ? { options } : undefined,
  }
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined))
}

/** True if an address is that of PgBouncer: `?pgbouncer=true`. */
export function isPooled(url: string): boolean {
  return /[?&]pgbouncer=true(&|$)/.test(url)
}

function malformed(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url)) return EXAMPLE
  return `${EXAMPLE}; in a user name or password write @ as %40, / as %2F, # as %23, ? as %3F and % as %25`
}

/** Decodes percent escapes as libpq does, which leaves + unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressMistake(`${EXAMPLE}; write % as %25 where it is itself`)
  }
}

function loginOf(login: string, { user, password }: Parameters) {
  const [name, ...rest] = login.split(':')
  return {
    username: user || decoded(name!) || undefined,
    password: password || decoded(rest.join(':')) || undefined,
  }
}

function placeOf(place: string, parameters: Parameters): Pick<DatabaseAddress, 'host' | 'port' | 'path'> {
  const [match, inBrackets, name = '', port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(place) ?? []
  const host = parameters.host || (inBrackets ?? decoded(name))
  if ([place, host, parameters.port].some((each) => each?.includes(','))) throw new AddressMistake(ONE_SERVER)
  if (match === undefined) throw new AddressMistake(malformed(`postgres://${place}`))
  const number = portOf(parameters.port || port)
  if (host.startsWith('/')) return { path: `${host}/.s.PGSQL.${number ?? DEFAULT_PORT}` }
  return { ...(host && { host }), ...(number && { port: number }) }
}

/** Only one of several hosts takes writes; the driver would not look for it. */
const ONE_SERVER = `${EXAMPLE}; in front of several put a proxy that leads to the one that takes writes (docs/operate/high-availability.md)`

function portOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > LAST_PORT) throw new AddressMistake(`${EXAMPLE}, with a port from 1 to ${LAST_PORT}`)
  return port
}

function parametersOf(query: string): Parameters {
  const pairs = query.split('&').filter(Boolean)
  const parameters = Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))]
    }),
  )
  const unknown = Object.keys(parameters).filter((name) => !WITH_EFFECT.has(name) && !WITHOUT_EFFECT.has(name))
  if (unknown.length > 0) throw new AddressMistake(unknownParameter(unknown[0]!))
  if (!['public', '', undefined].includes(parameters.schema))
    throw new AddressMistake(`${EXAMPLE}, with no schema but public: that is where the tables are`)
  return parameters
}

function unknownParameter(name: string): string {
  const shown = /^\w{1,40}$/.test(name) ? `the parameter ${name}` : 'a parameter'
  return `${EXAMPLE}, without ${shown} that is not known here; settings of the server go into options=-c%20name=value`
}

function timesOf({ connect_timeout: connect, keepalives, keepalives_idle: idle }: Parameters) {
  const keepAlive = keepalives === '0' ? null : secondsOf('keepalives_idle', idle)
  return { connect_timeout: secondsOf('connect_timeout', connect), keep_alive: keepAlive }
}

/** Reads a number; 0 means the default. */
function secondsOf(name: string, text: string | undefined): number | undefined {
  if (text && !/^\d{1,6}$/.test(text)) throw new AddressMistake(`${EXAMPLE}, with whole seconds as ${name}`)
  return Number(text) || undefined
}

function sessionAttributes({ target_session_attrs: wanted }: Parameters): DatabaseAddress['target_session_attrs'] {
  const known = SESSION_ATTRIBUTES.find((each) => each === wanted)
  if (known === undefined && wanted && wanted !== 'any')
    throw new AddressMistake(`${EXAMPLE}, with one of ${SESSION_ATTRIBUTES.join(', ')} as target_session_attrs`)
  return known
}
