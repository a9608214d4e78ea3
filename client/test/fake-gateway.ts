import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the fake saw it; `body` is its text. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Reply of the fake: a status and a body, JSON text or HTML. */
export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Replies by `METHOD /path` without the query; the token endpoint has a reply of its own unless listed. A throw hangs up. */
export type Script = Record<string, (seen: Seen) => Reply | Promise<Reply>>

const TOKEN = 'POST /realms/uat/protocol/openid-connect/token'

/** A loop-back server that plays a gateway by a script and remembers every request. */
export async function startFakeGateway(script: Script) {
  const seen: Seen[] = []
  const replies: Script = { [TOKEN]: () => tokenReply(`token-${seen.length}`), ...script }
  const answerTo = async (visit: Seen) => replies[`${visit.method} ${visit.path.split('?')[0]}`]?.(visit)
  const server = createServer(async (request, response) => {
    const visit = await read(request)
    seen.push(visit)
    const reply = await answerTo(visit).catch(() => 'hang up' as const)
    if (reply === 'hang up') return void request.socket.destroy()
    response.writeHead(reply ? (reply.status ?? 200) : 404, { 'content-type': 'application/json', ...reply?.headers })
    response.end(reply?.body ?? '')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, seen, close: () => stop(server) }
}

/** The token endpoint's answer. */
export function tokenReply(token: string, expiresIn = 300): Reply {
  return { body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: expiresIn }) }
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url: path = '', headers } = request
  return { method, path, headers, body: Buffer.concat(chunks).toString() }
}

function stop(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections()
  return new Promise((stopped) => server.close(() => stopped()))
}
