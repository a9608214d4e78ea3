import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** Error in a connection string. Completes "DATABASE_URL must be …"; never quotes a password. */
export class AddressMistake extends Error {
  override name = 'AddressMistake'
}

/** Parameters of a connection string; the last one of a name counts. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** TLS option of the driver: off, if the server offers it, always; or always with these options of Node. */
export type DatabaseTls = false | 'prefer' | 'require' | ConnectionOptions

/** Checks of the server by the value of `sslmode`, of libpq or of another client. */
const MODES: Readonly<Record<string, 'none' | 'offered' | 'encrypted' | 'authority' | 'name'>> = {
  disable: 'none',
  false: 'none',
  '0': 'none',
  // libpq tries without TLS first; TLS is better with a server that accepts both.
  allow: 'offered',
  prefer: 'offered',
  require: 'encrypted',
  'no-verify': 'encrypted',
  true: 'encrypted',
  '1': 'encrypted',
  'verify-ca': 'authority',
  'verify-full': 'name',
}

/** Reads how a connection is encrypted and the server checked. @throws AddressMistake */
export function tlsOf(parameters: Parameters): { readonly ssl?: DatabaseTls; readonly sslnegotiation?: string } {
  const mode = modeOf(parameters)
  if (mode === undefined) return {}
  const negotiation = parameters.sslnegotiation === 'direct' ? { sslnegotiation: 'direct' } : {}
  if (mode === 'none') return { ssl: false }
  const files = filesOf(parameters)
  if (mode === 'offered') return { ssl: 'prefer' }
  if (mode === 'encrypted' && Object.keys(files).length === 0) return { ssl: 'require', ...negotiation }
  // As in libpq, a named authority is checked.
  const isChecked = mode !== 'encrypted' || files.ca !== undefined
  const options = { ...files, rejectUnauthorized: isChecked }
  return { ssl: mode === 'name' ? options : { ...options, checkServerIdentity: () => undefined }, ...negotiation }
}

/** Requires at least TLS for channel binding, which the driver does not support. */
function modeOf({ sslmode, ssl, sslrootcert, channel_binding: binding }: Parameters) {
  const word = sslmode || ssl || (sslrootcert === 'system' ? 'verify-full' : binding === 'require' ? 'require' : '')
  if (word === '') return undefined
  const mode = MODES[word]
  const words = 'disable, allow, prefer, require, verify-ca, verify-full'
  if (mode === undefined) throw new AddressMistake(`a URL with one of ${words} as sslmode`)
  return mode
}

function filesOf({ sslrootcert, sslcert, sslkey }: Parameters): Pick<ConnectionOptions, 'ca' | 'cert' | 'key'> {
  return {
    ...(sslrootcert && sslrootcert !== 'system' && { ca: contentOf('sslrootcert', sslrootcert) }),
    ...(sslcert && { cert: contentOf('sslcert', sslcert) }),
    ...(sslkey && { key: contentOf('sslkey', sslkey) }),
  }
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new AddressMistake(`a URL whose ${name} is a file that can be read (${(error as { code?: string }).code})`)
  }
}
