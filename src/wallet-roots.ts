import { timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import { fetchBounded } from '#outbound/fetch-bounded.ts'
import type { Sql } from '#store/connection/database.ts'
import { findWalletRootCopy, keepWalletRootCopy } from '#store/keys/wallet-root-copies.ts'
import type { Vault } from '#vault/vault.ts'
import { fileRootKeys } from '#vault/wallet-token/file-root-keys.ts'
import { type RootKeyCopies, remoteRootKeys } from '#vault/wallet-token/remote-root-keys.ts'
import type { RootKeySource } from '#vault/wallet-token/root-key-source.ts'
import type { Config } from './config.ts'

/** Root keys of wallet tokens: the configured ones; else in UAT the simulated wallet's, in production none. */
export function openWalletRoots(
  { walletaRootKeys: place, realm }: Config,
  vault: Vault,
  sql: Sql,
  clock: Clock,
  log: Logger,
): RootKeySource {
  const warn = (error: unknown) => log.warn({ err: error, ...place }, 'wallet root keys unreadable')
  if (place === undefined) {
    const roots = realm === 'uat' && vault.opensCards ? [vault.walletTokens.simulated.root()] : []
    return { current: async () => roots, readAnew: async () => roots }
  }
  if ('path' in place) return fileRootKeys(place.path, warn)
  const now = () => clock.now().getTime()
  return remoteRootKeys(place.address, { fetch: fetchBounded, copies: copiesOf(place.address, vault, sql), now, warn })
}

/** Copies in the database, authenticated by our hash key. */
function copiesOf(address: string, vault: Vault, sql: Sql): RootKeyCopies {
  const digestOf = (text: string) => vault.digestOf('wallet root keys', `${address} ${text}`)
  return {
    async find() {
      const copy = await findWalletRootCopy(sql, address)
      if (!copy || !isSame(copy.digest, digestOf(copy.keys))) return undefined
      return { text: copy.keys, freshUntil: copy.freshUntil.getTime() }
    },
    keep: ({ text, freshUntil }) =>
      keepWalletRootCopy(sql, address, { keys: text, digest: digestOf(text), freshUntil: new Date(freshUntil) }),
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
