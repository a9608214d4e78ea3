import { createRequire } from 'node:module'
import type { ConnectionOptions } from 'node:tls'

// Loaded before a program (`--import`): TLS connections to names of STAND_INS lead to this machine. The certificate is
// still checked against the name.

const ports: Readonly<Record<string, number>> = JSON.parse(process.env.STAND_INS ?? '{}')
const tls: { connect: (options: ConnectionOptions, ...rest: unknown[]) => unknown } = createRequire(import.meta.url)(
  'node:tls',
)
const { connect } = tls

tls.connect = (options, ...rest) => {
  const name = options.servername ?? options.host
  const port = ports[name ?? '']
  if (port === undefined) return connect(options, ...rest)
  const { lookup: _, ...others } = options
  return connect({ ...others, host: '127.0.0.1', port, servername: name! }, ...rest)
}
