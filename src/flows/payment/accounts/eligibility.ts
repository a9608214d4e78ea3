import { type MethodCapabilities, supportsPayment } from '#domain/capabilities.ts'
import { accountsInRoutingOrder, checkEligibility, type Eligibility, type PaymentTerms } from '#domain/eligibility.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import type { Gateway } from '../../gateway.ts'
import { cardRefusal } from './authentication-refusal.ts'

/** Checks if a terminal accepts a payment, and finds its eligible accounts. Decided once per payment and passed on. */
export function eligibilityFor(
  gateway: Gateway,
  config: TerminalConfig,
  terms: Omit<PaymentTerms, 'providers'>,
): Eligibility {
  const acceptance = checkEligibility(config, { ...terms, providers: providersFor(gateway, terms) })
  const refusal = 'accounts' in acceptance ? cardRefusal(gateway, config, terms.paymentMethod) : undefined
  return refusal ? { refusal } : acceptance
}

/** The accounts that could carry a payment at a terminal, in routing order. */
export function accountsSupporting(
  gateway: Gateway,
  config: TerminalConfig,
  terms: CarriedTerms,
): readonly ProviderAccount[] {
  return accountsInRoutingOrder(config, providersFor(gateway, terms))
}

type CarriedTerms = Pick<PaymentTerms, 'paymentMethod' | 'transactionType' | 'currency'>

function providersFor({ providers }: Gateway, terms: CarriedTerms): readonly string[] {
  const able = [...providers.values()].filter(({ capabilities }) =>
    supportsPayment(capabilities[terms.paymentMethod], terms),
  )
  return able.map(({ name }) => name)
}

/** What an account can do with a payment method, as its provider declares it for such an account. */
export function capabilitiesOf(
  { providers }: Gateway,
  { provider: name, settings }: ProviderAccount,
  paymentMethod: string,
): MethodCapabilities | undefined {
  const provider = providers.get(name)
  const method = provider?.capabilities[paymentMethod]
  return method && (provider.capabilitiesWith?.(settings, method) ?? method)
}
