import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from './field-rules.ts'
import { errorMessage } from './messages.ts'

/** Fault in the answers of one call. */
export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request is taken, and not answered. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'cut-after-headers' }
  | { readonly kind: 'garbled' }
  /** The right answer in a body beyond all bounds. */
  | { readonly kind: 'endless' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'error-message'; readonly code: string; readonly detail?: string; readonly status?: number }
  /** Elements with other values; undefined takes one away. */
  | { readonly kind: 'changed'; readonly elements: Message }

/** Answers as the provider does, or as the fault wants. */
export async function answer(
  { socket }: IncomingMessage,
  response: ServerResponse,
  message: Message,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case 'delay':
      await sleep(fault.ms)
      return send(response, 200, message)
    case 'silence':
      return undefined
    case 'reset':
      socket.destroy()
      return undefined
    case 'cut-after-headers':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"messageType":')
      setTimeout(() => socket.destroy(), 20)
      return undefined
    case 'garbled':
      return send(response, 200, '{"messageType": "ARes", ')
    case 'endless':
      return send(response, 200, { ...message, padding: 'x'.repeat(200_000) })
    case 'status':
      return send(response, fault.status, { ...message })
    case 'redirect':
      response.writeHead(307, { location: fault.to })
      response.end()
      return undefined
    case 'error-message':
      return send(response, fault.status ?? 200, errorMessage(fault.code, fault.detail ?? 'No detail.', message))
    case 'changed':
      return send(response, 200, { ...message, ...fault.elements })
    default:
      return send(response, 200, message)
  }
}

function send(response: ServerResponse, status: number, body: Message | string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
