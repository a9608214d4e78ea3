import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly at: number
}

/** Answer to a webhook; `hang` never answers. */
export type Reply =
  | 'hang'
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
      /** An unasked interim answer goes first. */
      readonly continues?: boolean
    }

/** A merchant's server on 127.0.0.1 that remembers what it is sent. */
export interface WebhookReceiver {
  /** With a path, so that one receiver can play several endpoints. */
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** TCP connections opened so far. */
  readonly connections: () => number
  close(): Promise<void>
}

/** @param answer to each webhook, 204 by default */
export async function openWebhookReceiver(
  answer: (webhook: ReceivedWebhook) => Reply = () => ({ status: 204 }),
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer(async (request, response) => {
    const webhook = await read(request)
    received.push(webhook)
    reply(response, answer(webhook))
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = request.headers as Record<string, string>
  return { path: request.url!, headers, body: Buffer.concat(chunks).toString(), at: Date.now() }
}

function reply(response: ServerResponse, answer: Reply): void {
  if (answer === 'hang') return
  if (answer.continues) response.writeContinue()
  response.writeHead(answer.status, answer.headers).end(answer.body)
}
