import { type Acceptance, accept, accountsFor, type PaymentTerms } from '#domain/acceptance.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import type { Gateway } from '../gateway.ts'
import { cardRefusal } from '../three-ds/authentication-refusal.ts'

/** Whether a terminal takes a payment, and which accounts could carry it. Decided once per payment and handed on. */
export function acceptanceOf(
  gateway: Gateway,
  config: TerminalConfig,
  terms: Omit<PaymentTerms, 'providers'>,
): Acceptance {
  const acceptance = accept(config, { ...terms, providers: providersFor(gateway, terms.paymentMethod) })
  const refusal = 'accounts' in acceptance ? cardRefusal(gateway, config, terms.paymentMethod) : undefined
  return refusal ? { refusal } : acceptance
}

/** The accounts that could carry a payment method at a terminal, in routing order. */
export function accountsCarrying(
  gateway: Gateway,
  config: TerminalConfig,
  paymentMethod: string,
): readonly ProviderAccount[] {
  return accountsFor(config, providersFor(gateway, paymentMethod))
}

function providersFor({ providers }: Gateway, paymentMethod: string): readonly string[] {
  const able = [...providers.values()].filter((provider) => provider.paymentMethods.includes(paymentMethod))
  return able.map(({ name }) => name)
}
