import { accountsFor } from '#domain/acceptance.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { findDirectory } from '#store/directory.ts'
import type { Gateway } from '../gateway.ts'
import { providersFor } from '../providers-for.ts'
import type { OpenAttempt } from './open-attempt.ts'

/**
 * The next account in the terminal's routing order that may still be tried (contract section 5, "Retry with another
 * provider"), or undefined where none is left.
 * @param tried ids of the accounts that declined so far
 */
export async function nextAccount(
  gateway: Gateway,
  { transaction, instrument }: OpenAttempt,
  tried: ReadonlySet<string>,
): Promise<ProviderAccount | undefined> {
  if (instrument.kind !== 'card' || tried.size > gateway.settings.maxProviderRetries) return undefined
  const directory = await findDirectory(gateway.sql, transaction.merchantId, transaction.terminalId)
  if (!directory) return undefined
  const accounts = accountsFor(directory, providersFor(gateway, transaction.paymentMethod.type))
  const fit = accounts.filter(({ providerAccountId, settings }) => {
    const lacksCvv = settings.require_cvv === true && instrument.card.cvv === null
    return !tried.has(providerAccountId) && !(lacksCvv && instrument.cryptogram === null)
  })
  return firstAdmitted(gateway, fit)
}

/** The first of these accounts whose circuit is closed, or that may be probed. */
export async function firstAdmitted(
  gateway: Gateway,
  accounts: readonly ProviderAccount[],
): Promise<ProviderAccount | undefined> {
  for (const account of accounts) {
    if (await gateway.circuits.admits(account)) return account
  }
  return undefined
}
