import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { outbound } from '../../src/outbound/http-client.ts'

/**
 * Loses one answer over HTTP, after the provider has given it: its request was executed.
 * @param lost number of the changing request, from 1; 0 for none
 */
export async function losingAnswer<Result>(
  lost: number,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly requests: number }> {
  let requests = 0
  outbound.afterAnswer = ({ method }) => {
    if (method === 'GET') return
    requests += 1
    if (requests === lost) throw Object.assign(new Error('Cut.'), { code: 'ECONNRESET' })
  }
  try {
    return { result: await act(), requests }
  } finally {
    outbound.afterAnswer = undefined
  }
}

/** A proxy to a TCP host. */
export interface CuttingProxy {
  readonly port: number
  /** Cuts the connection at the host's next byte: it has the message by then. */
  cutNextAnswer(): void
  close(): void
}

export async function openCuttingProxy(host: string, port: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  let isCutting = false
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host, port, noDelay: true })
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) sockets.add(socket.on('error', end).on('close', end))
    client.pipe(upstream)
    upstream.on('data', (piece) => {
      if (isCutting) end()
      else client.write(piece)
      isCutting = false
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer: () => {
      isCutting = true
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
