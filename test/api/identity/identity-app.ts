import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { type Clock, systemClock } from '#domain/clock.ts'
import { createIdentity, type Identity } from '#identity/index.ts'
import type { Sql } from '#store/connection/database.ts'
import type { Vault } from '#vault/vault.ts'
import { keepLog } from './captured-log.ts'

/**
 * Seals by remembering what a text was sealed for; enough to see that nothing is stored or opened under another name.
 */
const vault: Pick<Vault, 'seal' | 'open'> = {
  seal: (plaintext, context) => Buffer.concat([mark(context), Buffer.from(plaintext).map((byte) => byte ^ 0x5a)]),
  open: (sealed, context) => {
    if (!mark(context).equals(sealed.subarray(0, 32))) throw new Error('sealed for something else')
    return Buffer.from(sealed.subarray(32)).map((byte) => byte ^ 0x5a)
  },
}

const mark = (context: string) => createHash('sha256').update(context).digest()

/** One process of a gateway, as far as identity goes. */
export interface Gate {
  readonly identity: Identity
  readonly url: string
  readonly realmUrl: string
  readonly log: string[]
  /** Asks for a token with form fields; `headers` and `from` (the caller's address) as needed. */
  askForToken(fields: Record<string, string> | string, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** Starts one process; without `authUrl` it issues its own tokens. */
export async function openGate(
  sql: Sql,
  options: { authUrl?: string; authAudience?: string; clock?: Clock; operators?: string[] } = {},
) {
  const { log, lines } = keepLog()
  const baseUrl = 'http://gateway.test'
  const identity = await createIdentity({
    sql,
    vault,
    baseUrl,
    authUrl: options.authUrl ?? baseUrl,
    authAudience: options.authAudience ?? baseUrl,
    realm: 'uat',
    builtIn: options.authUrl === undefined,
    dashboard: true,
    operatorClientIds: options.operators ?? [],
    log,
    clock: options.clock ?? systemClock,
    moves: { issuers: [], find: async () => undefined },
  })
  const app = fastify({ trustProxy: true })
  await app.register(identity.plugin, { addressOf: ({ ip }) => ip })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const realmUrl = `${url}/realms/uat`
  const askForToken: Gate['askForToken'] = (fields, headers = {}) =>
    fetch(`${realmUrl}/protocol/openid-connect/token`, { method: 'POST', body: new URLSearchParams(fields), headers })
  return { identity, url, realmUrl, log: lines, askForToken, close: () => app.close() } satisfies Gate
}

/** A plain HTTP server on a free port. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${port}`, close }
}
