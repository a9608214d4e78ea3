import type { Credentials } from '#domain/credentials.ts'
import type { Settings } from './config.ts'
import { HOSTS } from './hosts.ts'
import type { Place } from './line/connection.ts'

/** Where the acquirer of an account is reached, and how it writes. */
export function placeOf(settings: Settings, { client_certificate, client_key }: Credentials): Place {
  const { host, port, tls_ca: ca, length_form: length, bitmap_form: bitmap, field_table } = settings
  const tls = { cert: client_certificate?.current.reveal(), key: client_key?.current.reveal(), ca }
  return { host, port, tls: settings.tls ? tls : null, length, codec: { table: HOSTS[field_table].table, bitmap } }
}
