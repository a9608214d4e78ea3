import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that leads to the port that is set when a connection is made. */
export interface TcpProxy {
  readonly port: number
  /** Holds back from now on what servers send; connections stay. */
  hold(): void
  /** Ends every connection; what was held back is lost. Later ones are not held back. */
  cut(): void
  close(): Promise<void>
}

/** @param target the port to connect to next, on this machine */
export async function openTcpProxy(target: () => number): Promise<TcpProxy> {
  const pairs = new Set<{ readonly client: Socket; readonly upstream: Socket }>()
  let isHolding = false
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target(), host: '127.0.0.1', noDelay: true })
    const pair = { client, upstream }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.pipe(upstream)
    upstream.pipe(client)
    if (isHolding) upstream.unpipe(client).pause()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    isHolding = false
    for (const { client, upstream } of pairs) {
      client.destroy()
      upstream.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      isHolding = true
      for (const { client, upstream } of pairs) upstream.unpipe(client).pause()
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
