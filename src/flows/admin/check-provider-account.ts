import type { ProviderAccount } from '#domain/merchant.ts'
import { UnknownOutcome } from '#providers/provider.ts'
import type { Gateway } from '../gateway.ts'
import { accessTo } from '../provider-calls/call-provider.ts'
import { observeCall } from '../provider-calls/observe-call.ts'
import { showProviderAccount } from './provider-accounts.ts'

/** How an account fares at its provider. */
export interface AccountCheck {
  readonly ok: boolean
  readonly checkedAt: Date
  /** A sentence each that says what to do. */
  readonly problems: readonly string[]
}

/**
 * Asks the provider whether the account's credentials work.
 * @throws RequestError 404
 */
export async function checkProviderAccount(gateway: Gateway, id: string): Promise<AccountCheck> {
  const problems = await probeAccount(gateway, await showProviderAccount(gateway, id))
  return { ok: problems.length === 0, checkedAt: gateway.clock.now(), problems }
}

/** @returns what is wrong with an account, nothing if nothing */
export async function probeAccount(gateway: Gateway, account: ProviderAccount): Promise<readonly string[]> {
  const provider = gateway.providers.get(account.provider)
  if (!provider) return [`This gateway does not run ${account.provider}; use a provider of its realm.`]
  const missing = Object.entries(provider.credentials).filter(
    ([name, { required }]) => required && !account.credentials[name],
  )
  if (missing.length > 0) return missing.map(([name, { label }]) => `The credential ${name} is missing: ${label}`)
  try {
    return await observeCall(gateway, account, 'probe', async () => provider.probe(accessTo(gateway, account)))
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    return [`It cannot be reached: ${error.message} Look at the network and at the provider's status page.`]
  }
}
