import { Agent, type Dispatcher, request } from 'undici'
import { Secret } from '#domain/secret.ts'
import { within } from '#domain/time-limit.ts'
import { traceHeaders } from '#trace/index.ts'
import type { Message } from '../message-fault.ts'
import { CALL_MS, type Call, CONNECT_MS, type ServerPlace } from './config.ts'
import { TechnicalFailure } from './failure.ts'

const ANSWER_BYTES = 64 * 1024

/** A JSON object that came back. Errors of EMV 3DS come with any status. */
export interface Reply {
  readonly status: number
  readonly message: Message
}

export interface Client {
  /**
   * Posts a message once; redirects are not followed.
   * @throws TechnicalFailure where no JSON object comes back in time
   */
  call(call: Call, message: object, signal: AbortSignal): Promise<Reply>
  close(): Promise<void>
}

export function openClient({ address, apiKey, ca }: ServerPlace): Client {
  const agent = new Agent({ connect: { timeout: CONNECT_MS, ...(ca && { ca }) }, maxResponseSize: ANSWER_BYTES })
  return {
    async call(call, message, signal) {
      const type = 'application/json; charset=utf-8'
      const headers = { apikey: apiKey.reveal(), 'content-type': type, ...traceHeaders() }
      const options = { dispatcher: agent, method: 'POST', headers, body: asciiJson(message) } as const
      return within(CALL_MS[call], async (limit) => {
        const inTime = AbortSignal.any([signal, limit])
        const { statusCode, text } = await answered(inTime, () =>
          exchange(`${address}/${call}`, { ...options, signal: inTime }),
        )
        return { status: statusCode, message: parseObject(text, statusCode) }
      })
    },
    close: () => agent.destroy(),
  }
}

type Options = Pick<Dispatcher.RequestOptions, 'body' | 'headers' | 'signal' | 'method'> & { dispatcher: Dispatcher }

async function exchange(url: string, options: Options) {
  const { statusCode, body } = await request(url, options as never)
  return { statusCode, text: await body.text() }
}

async function answered<T>(signal: AbortSignal, exchanging: () => Promise<T>): Promise<T> {
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

/** JSON in the ASCII that the server asks for. Only here are secrets of a message revealed, to be sent. */
function asciiJson(message: object): string {
  const entries = Object.entries(message).map(([name, value]) => [
    name,
    value instanceof Secret ? value.reveal() : value,
  ])
  const json = JSON.stringify(Object.fromEntries(entries))
  return json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
