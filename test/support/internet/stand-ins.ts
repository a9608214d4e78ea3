import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectPlainly, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectByTls, createServer } from 'node:tls'
import { createPrivateAuthority } from '../private-authority.ts'

/** Local server that answers for a name. */
export interface StandIn {
  readonly port: number
  /** PEM of the authority that is trusted for it; undefined for a server without TLS. */
  readonly ca?: string
}

/** Names of the Internet that lead to this machine, for processes that are started with `env`. */
export interface StandIns {
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/**
 * Lets names of the Internet be answered here: each by https on port 443 as far as the caller can tell, under a
 * certificate of an authority of our own.
 */
export async function openStandIns(byName: Readonly<Record<string, StandIn>>): Promise<StandIns> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-internet-'))
  const authority = createPrivateAuthority(...Object.keys(byName))
  const caFile = join(directory, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const fronts = await Promise.all(
    Object.entries(byName).map(async ([name, standIn]) => [name, await openFront(authority, standIn)] as const),
  )
  const ports = fronts.map(([name, server]) => [name, (server.address() as AddressInfo).port])
  return {
    env: {
      NODE_EXTRA_CA_CERTS: caFile,
      NODE_OPTIONS: `--import=${new URL('lead-here.ts', import.meta.url).href}`,
      STAND_INS: JSON.stringify(Object.fromEntries(ports)),
    },
    async close() {
      await Promise.all(fronts.map(([, server]) => new Promise((resolve) => server.close(resolve))))
      await rm(directory, { recursive: true })
    },
  }
}

async function openFront({ cert, key }: { readonly cert: string; readonly key: string }, { port, ca }: StandIn) {
  const server = createServer({ cert, key }, (socket) => {
    const behind = ca === undefined ? connectPlainly(port, '127.0.0.1') : connectByTls({ port, host: 'localhost', ca })
    tie(socket, behind)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

/** Connects two sockets in both directions, and ends them together. */
function tie(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => peer.destroy())
    socket.on('close', () => peer.destroy())
  }
}
