import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A merchant's server that takes every webhook and remembers which ones. */
export interface WebhookReceiver {
  readonly url: string
  /** Different `webhook-id`s so far. */
  received(): number
  close(): void
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const ids = new Set<string>()
  const server = createServer((request, response) => {
    ids.add(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => ids.size,
    close: () => void server.close().closeAllConnections(),
  }
}
