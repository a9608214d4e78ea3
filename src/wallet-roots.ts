import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Vault } from '#vault/vault.ts'
import { type RootKeySource, rootKeysAt, rootKeysInFile } from '#vault/wallet-token/root-key-sources.ts'
import type { Config } from './config.ts'

/**
 * Whose word counts for a wallet token: what was configured; else in uat the simulated wallet, in production nobody.
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

/** An address that sends elsewhere is not the one an operator trusts. */
function fetchDirectly(address: string, signal: AbortSignal): Promise<Response> {
  return fetch(address, { signal, redirect: 'error' })
}
