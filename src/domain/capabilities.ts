import type { Brand } from './card.ts'
import type { Customer } from './customer.ts'
import type { Market } from './market.ts'
import type { ProviderAccount } from './merchant.ts'
import type { FollowUpType, OriginalType } from './transaction-type.ts'

/** Support of a provider for one payment method. Null means "all of them". */
export interface MethodCapabilities {
  readonly operations: readonly (OriginalType | FollowUpType)[]
  /** `none`: only the full amount. `partial`: one capture of any amount. `multiple`: several captures. */
  readonly captures: 'none' | 'partial' | 'multiple'
  readonly partialRefunds: boolean
  /** True if a void after a capture releases the uncaptured rest. */
  readonly voidsRest: boolean
  /** ISO 4217. */
  readonly currencies: readonly string[] | null
  /** ISO 3166-1 alpha-2, of the customer. */
  readonly countries: readonly string[] | null
  /** Market in which the hosted page shows it, if smaller than the currencies and countries that it accepts. */
  readonly market?: Market
  readonly brands: readonly Brand[] | null
  /** The party that runs 3-D Secure: the gateway before the charge, or the provider on its own page. */
  readonly threeDs: 'gateway' | 'provider' | 'none'
  readonly requires: readonly (keyof Customer)[]
  /** True if a reversal also stops a charge that arrives after it. If not, a late charge is reversed in turn. */
  readonly barsLateCharges: boolean
}

/** By payment method, as a terminal's `payment_methods` names them. */
export type Capabilities = Readonly<Record<string, MethodCapabilities>>

export interface ProviderCapabilities {
  readonly capabilities: Capabilities
  /** Capabilities of an account with these settings, if accounts differ; excluded methods keep their follow-ups. */
  capabilitiesWith?(
    settings: ProviderAccount['settings'],
    method: MethodCapabilities,
    paymentMethod: string,
  ): MethodCapabilities
}

/** Capabilities of an account for a payment method; undefined if its provider does not support it. */
export function accountCapabilities(
  providers: ReadonlyMap<string, ProviderCapabilities>,
  { provider: name, settings }: ProviderAccount,
  paymentMethod: string,
): MethodCapabilities | undefined {
  const provider = providers.get(name)
  const method = provider?.capabilities[paymentMethod]
  return method && (provider.capabilitiesWith?.(settings, method, paymentMethod) ?? method)
}
