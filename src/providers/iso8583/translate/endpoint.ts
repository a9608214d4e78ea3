import type { Credentials } from '#providers/port/tools.ts'
import { keyProblemOf, type Mac } from '../codec/mac.ts'
import type { Settings } from '../config.ts'
import { hostOf } from '../hosts.ts'
import type { Endpoint } from '../line/connection.ts'
import { outerLookup, problemsOfReach, type Reach } from '../reach.ts'

export function toEndpoint(settings: Settings, credentials: Credentials, reach: Reach | null): Endpoint {
  const { host, port, tls_ca: ca, length_form: length, bitmap_form: bitmap, field_table } = settings
  const { client_certificate: certificate, client_key: key } = credentials
  const tls = { cert: certificate?.current.reveal(), key: key?.current.reveal(), ca }
  const mac = macIn(settings, credentials)
  const codec = { table: hostOf(field_table).table, bitmap, ...(mac && { mac }) }
  const [problem] = problemsOfReach(settings, reach)
  const bounds = { refusal: problem?.message ?? null, ...(reach && { lookup: outerLookup }) }
  return { host, port, tls: settings.tls ? tls : null, length, codec, ...bounds }
}

/** Reason why messages to this host cannot be authenticated; null if they can or need not be. */
export function macProblemOf(settings: Settings, credentials: Credentials): string | null {
  const mac = macIn(settings, credentials)
  return mac ? keyProblemOf(mac) : null
}

function macIn({ field_table }: Settings, { mac_key: key }: Credentials): Mac | undefined {
  const algorithm = hostOf(field_table).mac
  const keys = key ? [key.current, ...(key.previous ? [key.previous] : [])] : []
  return algorithm && { algorithm, keys }
}
