import { once } from 'node:events'
import { connect } from 'node:net'
import type { Wire } from './web-driver.ts'

/** A response: kind, number of its command, error, result. */
type Response = readonly [1, number, { readonly error: string; readonly message: string } | null, unknown]

/**
 * Opens a session of Firefox, which speaks WebDriver over TCP with its own framing (Marionette). geckodriver only translates
 * HTTP into it.
 */
export async function openMarionette(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  const waiting = new Map<number, (response: Response) => void>()
  let text = ''
  socket.on('data', (part) => {
    text += part
    for (let message = first(text); message; message = first(text)) {
      text = text.slice(message.end)
      const response = JSON.parse(message.body)
      if (Array.isArray(response)) waiting.get(response[1])?.(response as unknown as Response)
    }
  })
  let last = 0
  const call = async (command: string, parameters: object) => {
    const id = ++last
    const answered = new Promise<Response>((resolve) => waiting.set(id, resolve))
    const message = JSON.stringify([0, id, command, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , error, result] = await answered
    waiting.delete(id)
    if (error) throw new Error(`${error.error}: ${error.message}`)
    return unwrap(result)
  }
  await call('WebDriver:NewSession', {})
  return (command, { frame, ...rest }) =>
    call(`WebDriver:${command}`, frame === undefined ? rest : frame === null ? { id: null } : { element: frame })
}

/** The first complete message: its length in bytes, a colon, and JSON. */
function first(text: string): { readonly body: string; readonly end: number } | undefined {
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const body = Buffer.from(text.slice(colon + 1)).subarray(0, Number(text.slice(0, colon)))
  if (body.length < Number(text.slice(0, colon))) return undefined
  const complete = body.toString()
  return { body: complete, end: colon + 1 + complete.length }
}

/** Some results are wrapped. */
function unwrap(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'value' in result
  return isWrapped ? result.value : result
}
