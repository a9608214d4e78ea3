import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Vault } from '#vault/vault.ts'
import { type RootKeySource, rootKeysAt, rootKeysInFile } from '#vault/wallet-token/root-key-sources.ts'
import type { Config } from './config.ts'

/**
 * The root keys that wallet tokens are verified with: those configured; else in uat the simulated wallet's, in
 * production none.
 */
export function openWalletRoots(
  { walletaRootKeys: place, realm }: Config,
  vault: Vault,
  clock: Clock,
  log: Logger,
): RootKeySource {
  const warn = (error: unknown) => log.warn({ err: error, ...place }, 'The root keys of the wallet cannot be read.')
  if (place === undefined) {
    const roots = realm === 'uat' ? [vault.walletTokens.simulated.root()] : []
    return { current: async () => roots }
  }
  if ('path' in place) return rootKeysInFile(place.path, warn)
  const now = () => clock.now().getTime()
  return rootKeysAt(place.address, { fetch: fetchDirectly, now, warn })
}

/** A redirect would lead to an address that the operator has not configured. */
function fetchDirectly(address: string, signal: AbortSignal): Promise<Response> {
  return fetch(address, { signal, redirect: 'error' })
}
