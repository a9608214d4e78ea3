import { randomUUID } from 'node:crypto'
import { type IncomingMessage, METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problem } from '#domain/problem.ts'
import { securityHeaders } from '../response/answers.ts'
import type { ErrorStatus } from '../response/error-catalogue.ts'
import { renderProblems, requestProblem } from '../response/problems.ts'
import { headerValues } from './headers.ts'

interface ParserError {
  readonly code?: string
  /** Buffer of the last bytes received. */
  readonly rawPacket?: unknown
}

/** Time for a client to read the answer before the connection ends. */
const LINGER_MS = 1000

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const STATUSES: Partial<Record<string, ErrorStatus>> = { [TOO_SLOW]: 408, HPE_HEADER_OVERFLOW: 431 }

/** Replaces Node's own answers: a missing or second Host (RFC 9112, 3.2); an unknown expectation is ignored (RFC 9110, 10.1.1) */
export function checkFraming(app: FastifyInstance): void {
  app.server.on('checkExpectation', app.routing)
  app.addHook('onRequest', async (request, reply) => {
    const hosts = headerValues(request, 'host').length
    if (hosts === 1 || (hosts === 0 && request.raw.httpVersion !== '1.1')) return
    reply.header('connection', 'close')
    throw requestProblem('malformed', 'Send one Host header.')
  })
}

const FILE_ARRIVAL_MS = 600_000
/** Connections on which a file arrives: Node's time limit is too short for them. */
const slow = new WeakSet<Socket>()

/** Gives the body of a request ten minutes to arrive. */
export function allowSlowArrival(realm: string, request: IncomingMessage): void {
  const { socket } = request
  slow.add(socket)
  const end = setTimeout(() => {
    slow.delete(socket)
    refuseUnparsed(realm, { code: TOO_SLOW }, socket)
  }, FILE_ARRIVAL_MS).unref()
  request.once('close', () => {
    slow.delete(socket)
    clearTimeout(end)
  })
}

export function refuseUnparsed(realm: string, error: ParserError, socket: Socket): void {
  if (error.code === TOO_SLOW && slow.has(socket)) return
  if (!socket.writable) return void socket.destroy()
  socket.end(parserError(realm, error))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function parserError(realm: string, { code = '', rawPacket }: ParserError): string {
  const status = STATUSES[code] ?? 400
  const message = `${STATUS_CODES[status]}: check the request's framing and headers.`
  const { headers, body } = renderProblems(status, [problem('', message)], methodOf(rawPacket))
  const lines = Object.entries({
    date: new Date().toUTCString(),
    ...securityHeaders(realm, randomUUID()),
    'cache-control': 'no-store',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

function methodOf(packet: unknown): string {
  const [word = ''] = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 32).split(' ', 1) : []
  return METHODS.includes(word) ? word : ''
}
