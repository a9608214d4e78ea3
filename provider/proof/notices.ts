import { once } from 'node:events'
import { createServer } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Notice, NoticeEntry, ReadNotice } from '../../src/providers/port/provider.ts'

const MOST_BYTES = 1024 * 1024

/** Notices of the provider that reached this process. */
export interface Notices {
  readonly isListening: boolean
  readonly entries: readonly NoticeEntry[]
  /** Notices with a wrong signature. */
  readonly forged: number
  /** True if one was read differently the second time. */
  readonly differs: boolean
  close(): void
}

export const NO_NOTICES: Notices = {
  isListening: false,
  entries: [],
  forged: 0,
  differs: false,
  close: () => undefined,
}

/** Receives notices on the loopback address, and reads each twice. @param read verifies and reads one */
export async function listenForNotices(port: number, read: (notice: Notice) => ReadNotice): Promise<Notices> {
  const notices = { isListening: true, entries: [] as NoticeEntry[], forged: 0, differs: false }
  const take = (notice: Notice): number => {
    const [first, second] = [read(notice), read(notice)]
    if (!isDeepStrictEqual(first, second)) notices.differs = true
    if (first === 'forged') notices.forged += 1
    else notices.entries.push(...first)
    return first === 'forged' ? 401 : 204
  }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of request) {
      size += piece.length
      if (size > MOST_BYTES) return void request.destroy()
      pieces.push(piece)
    }
    const header = (name: string) => [request.headers[name.toLowerCase()]].flat()[0]
    response.writeHead(take({ body: Buffer.concat(pieces), header })).end()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return Object.assign(notices, {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  })
}
