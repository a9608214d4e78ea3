import { Secret } from '#domain/secret.ts'
import { withTimeout } from '#domain/with-timeout.ts'
import { textOf } from '#outbound/answer-body.ts'
import { type Answer, HttpClient } from '#outbound/http-client.ts'
import { traceHeaders } from '#trace/index.ts'
import type { Message } from '../message-fault.ts'
import { CALL_MS, type Call, CONNECT_MS, type ServerEndpoint } from './config.ts'
import { TechnicalFailure } from './failure.ts'

const ANSWER_BYTES = 64 * 1024

/** JSON response. Errors of EMV 3DS come with any status. */
export interface Reply {
  readonly status: number
  readonly message: Message
}

export interface Client {
  /** Posts a message once, without redirects. @throws TechnicalFailure without a JSON object before the timeout */
  call(call: Call, message: object, signal: AbortSignal): Promise<Reply>
  close(): Promise<void>
}

export function openClient({ address, apiKey, ca }: ServerEndpoint): Client {
  const client = new HttpClient({ ca, connectMs: CONNECT_MS })
  return {
    async call(call, message, signal) {
      const type = 'application/json; charset=utf-8'
      const headers = { apikey: apiKey.reveal(), 'content-type': type, ...traceHeaders() }
      const request = {
        method: 'POST',
        url: `${address}/${call}`,
        headers,
        body: asciiJson(message),
        mostBytes: ANSWER_BYTES,
      } as const
      return withTimeout(CALL_MS[call], async (limit) => {
        const inTime = AbortSignal.any([signal, limit])
        const answer = await answered(inTime, () => client.send({ ...request, signal: inTime, redirects: 'returned' }))
        return { status: answer.status, message: parseObject(textOf(answer), answer.status) }
      })
    },
    close: async () => client.close(),
  }
}

async function answered(signal: AbortSignal, exchanging: () => Promise<Answer>): Promise<Answer> {
  try {
    return await exchanging()
  } catch (error) {
    if (signal.aborted) throw new TechnicalFailure('late')
    throw new TechnicalFailure('unreachable', { code: (error as NodeJS.ErrnoException).code })
  }
}

function parseObject(text: string, status: number): Message {
  const value = parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Message
  if (status !== 200) throw new TechnicalFailure('status', { code: String(status) })
  throw new TechnicalFailure('garbled')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON in the ASCII that the server requires. Secrets of a message are revealed only here, to be sent. */
function asciiJson(message: object): string {
  const entries = Object.entries(message).map(([name, value]) => [
    name,
    value instanceof Secret ? value.reveal() : value,
  ])
  const json = JSON.stringify(Object.fromEntries(entries))
  return json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
