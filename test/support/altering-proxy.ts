import { once } from 'node:events'
import { createServer, request as httpRequest, type OutgoingHttpHeaders } from 'node:http'

/** Answer of the gateway, before the caller gets it. */
export interface PassingAnswer {
  status: number
  readonly headers: OutgoingHttpHeaders
  body: string
}

/** A proxy in front of a gateway that changes answers, as a manipulated network would. */
export interface AlteringProxy {
  readonly url: string
  /** Paths that were requested, in order. */
  readonly paths: string[]
  /** Changes an answer by its path; undefined changes nothing. */
  alter: ((path: string, answer: PassingAnswer) => void) | undefined
  close(): void
}

export async function openAlteringProxy(port: number, target: number): Promise<AlteringProxy> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url!.split('?')[0]!
    proxy.paths.push(path)
    const { method, headers, url } = incoming
    const forwarded = httpRequest({ host: '127.0.0.1', port: target, method, path: url, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { 'content-length': _length, ...kept } = response.headers
      const answer = { status: response.statusCode!, headers: kept, body: Buffer.concat(chunks).toString() }
      proxy.alter?.(path, answer)
      outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const proxy: AlteringProxy = {
    url: `http://127.0.0.1:${port}`,
    paths: [],
    alter: undefined,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}
