import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type SimulatedWallet, simulatedWallet } from '#vault/wallet-token/issue.ts'
import { newScalar, toSpki } from '#vault/wallet-token/p256.ts'
import type { RootKey } from '#vault/wallet-token/root-keys.ts'
import { createPrivateAuthority } from './private-authority.ts'

/** Beyond any test's time, milliseconds since 1970. */
const NEVER = 32_503_680_000_000

/** A public key as a wallet publishes it. */
export const newRootKey = () => rootKeyOf(simulatedWallet(newScalar))

export const rootKeyOf = (wallet: SimulatedWallet) => toSpki(wallet.root().key)

export const valuesOf = (keys: readonly RootKey[]) => keys.map(({ key }) => toSpki(key))

/** Builds the key set that a wallet publishes. @param expiresAt of all of them, milliseconds since 1970 */
export function rootKeySet(values: readonly string[] | string, expiresAt = NEVER): string {
  const keys = [values].flat().map((keyValue) => ({
    keyValue,
    protocolVersion: 'ECv2',
    keyExpiration: String(expiresAt),
  }))
  return JSON.stringify({ keys })
}

/** A wallet's https address on this machine. */
export interface RootKeyServer {
  readonly address: string
  /** PEM of the authority that vouches for it. */
  readonly ca: string
  /** How often it was asked. */
  asked(): number
  /** Sets its behavior from now on; `silent` hangs up. */
  behave(as: 'published' | 'silent' | 'redirects'): void
  close(): Promise<void>
}

/** Publishes the root key of a wallet. */
export async function openRootKeyServer(wallet: SimulatedWallet): Promise<RootKeyServer> {
  const { ca, cert, key } = createPrivateAuthority()
  const published = rootKeySet(rootKeyOf(wallet))
  let asked = 0
  let behaviour: Parameters<RootKeyServer['behave']>[0] = 'published'
  const server = createServer({ cert, key }, ({ socket, url }, response) => {
    asked += 1
    if (behaviour === 'silent') return void socket.destroy()
    if (behaviour === 'redirects' && url !== '/elsewhere') {
      return void response.writeHead(302, { location: '/elsewhere' }).end()
    }
    response.writeHead(200, { 'cache-control': 'max-age=600' }).end(published)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}/keys.json`,
    ca,
    asked: () => asked,
    behave: (as) => {
      behaviour = as
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
