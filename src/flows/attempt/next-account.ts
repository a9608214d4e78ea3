import { accountsFor } from '#domain/acceptance.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import type { Admission } from '../circuit-breaker.ts'
import type { Gateway } from '../gateway.ts'
import { providersFor } from '../providers-for.ts'
import type { OpenAttempt } from './open-attempt.ts'

/**
 * Leave to ask the next account in the terminal's routing order that may still be tried
 * (docs/reference/retries.md#what-is-retried), or undefined where none is left.
 * @param tried ids of the accounts that declined so far
 */
export async function nextAccount(
  gateway: Gateway,
  { transaction, instrument }: OpenAttempt,
  tried: ReadonlySet<string>,
): Promise<Admission | undefined> {
  if (instrument.kind !== 'card' || tried.size > gateway.settings.maxProviderRetries) return undefined
  const config = await findTerminalConfig(gateway.sql, transaction.merchantId, transaction.terminalId)
  if (!config) return undefined
  const accounts = accountsFor(config, providersFor(gateway, transaction.paymentMethod.type))
  const untried = accounts.filter(({ providerAccountId }) => !tried.has(providerAccountId))
  return firstAdmitted(gateway, untried, transaction.paymentMethod.type, instrument)
}

/**
 * Leave to ask the first of these accounts that takes the instrument as it is, and whose circuit is closed or that may
 * be probed.
 * @param type of the payment method, as records show it
 */
export async function firstAdmitted(
  gateway: Gateway,
  accounts: readonly ProviderAccount[],
  type: string,
  instrument: Instrument,
): Promise<Admission | undefined> {
  const lacksCvv = type === 'saved_card' && instrument.kind === 'card' && instrument.card.cvv === null
  for (const account of accounts) {
    // Some accounts demand the security code of a saved card.
    if (lacksCvv && account.settings.require_cvv === true) continue
    const admission = await gateway.circuits.admit(account)
    if (admission) return admission
  }
  return undefined
}
