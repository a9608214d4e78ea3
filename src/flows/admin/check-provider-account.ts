import type { ProviderAccount } from '#domain/merchant.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { type LastCheck, saveCheck } from '#store/merchants/provider-account-checks.ts'
import type { Gateway } from '../gateway.ts'
import { accessTo } from '../provider-calls/call-provider.ts'
import { observeCall } from '../provider-calls/observe-call.ts'
import { showProviderAccount } from './provider-accounts.ts'

/** Checks the account's credentials at its provider. @throws RequestError 404 */
export async function checkProviderAccount(gateway: Gateway, id: string): Promise<LastCheck> {
  // Read before the account, so that the result never counts for credentials that are set later.
  const checkedAt = gateway.clock.now()
  return probeAndNote(gateway, await showProviderAccount(gateway, id), checkedAt)
}

/** @param checkedAt time at which the account was read, or before */
export async function probeAndNote(gateway: Gateway, account: ProviderAccount, checkedAt: Date): Promise<LastCheck> {
  const check = { checkedAt, problems: await probeAccount(gateway, account) }
  await note(gateway, account, check)
  return check
}

/** Stores the result; the caller gets it even if that fails. */
async function note({ sql, log }: Gateway, account: ProviderAccount, check: LastCheck): Promise<void> {
  const { merchantId, providerAccountId } = account
  try {
    await saveCheck(sql, merchantId, providerAccountId, check)
  } catch (error) {
    log.warn({ err: error, providerAccountId }, 'provider account check not saved')
  }
}

export async function probeAccount(gateway: Gateway, account: ProviderAccount): Promise<readonly string[]> {
  const provider = gateway.providers.get(account.provider)
  if (!provider) return [`This gateway does not run ${account.provider}; use a provider of its realm.`]
  const missing = Object.entries(provider.credentials).filter(
    ([name, { required }]) => required && !account.credentials[name],
  )
  if (missing.length > 0) return missing.map(([name, { label }]) => `The credential ${name} is missing: ${label}`)
  try {
    return await observeCall(gateway.observer, account, 'probe', async () => provider.probe(accessTo(gateway, account)))
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    return [`It cannot be reached: ${error.message} Look at the network and at the provider's status page.`]
  }
}
