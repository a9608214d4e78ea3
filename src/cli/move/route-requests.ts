import { connect } from 'node:net'
import { Failure } from '../command.ts'

const TIMEOUT_MS = 2000
const MOST_BYTES = 64 * 1024

/** True if a gateway there can be reached from here. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  return answer?.ok === true
}

/** @throws Failure if a proxy does not answer, or has no such map */
export async function checkProxies(sockets: readonly string[], map: string): Promise<void> {
  for (const socket of sockets) {
    const answer = await ask(socket, `get map ${map} -`)
    if (!answer.includes('found='))
      throw new Failure(`HAProxy at ${socket}: ${answer}. Correct PROXY_SOCKETS or PROXY_MAP.`)
  }
}

/** Leads requests that name these IDs to a group, at every proxy. @throws Failure after all were tried */
export async function routeRequests(
  sockets: readonly string[],
  map: string,
  ids: readonly string[],
  group: string,
): Promise<void> {
  const led = await Promise.allSettled(
    sockets.map(async (socket) => {
      for (const id of ids) {
        const answer = await ask(socket, `set map ${map} ${id} ${group}`)
        if (answer === '') continue
        const added = await ask(socket, `add map ${map} ${id} ${group}`)
        if (added !== '') throw new Failure(`HAProxy at ${socket}: ${added}. Correct PROXY_SOCKETS or PROXY_MAP.`)
      }
    }),
  )
  for (const one of led) if (one.status === 'rejected') throw one.reason
}

/** Sends one command. @returns HAProxy's message; empty after success */
function ask(socket: string, command: string): Promise<string> {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(socket) ?? []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const connection = host ? connect(Number(port), host) : connect(socket)
  let text = ''
  connection.setEncoding('utf8').setTimeout(TIMEOUT_MS)
  connection.on('data', (piece: string) => {
    text += piece
    if (text.length > MOST_BYTES) connection.destroy(new Error('The answer is too long.'))
  })
  connection.on('timeout', () => connection.destroy(new Error('No answer came.')))
  connection.on('error', (error) =>
    reject(new Failure(`HAProxy at ${socket}: ${error.message}. Start it, or correct PROXY_SOCKETS.`)),
  )
  connection.on('close', () => resolve(text.trim()))
  connection.end(`${command}\n`)
  return promise
}
