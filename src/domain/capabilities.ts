import type { Brand } from './card.ts'
import type { Customer } from './customer.ts'
import type { FollowUpType, OriginalType } from './transaction-type.ts'

/** What a provider can do with one payment method. Null means "all of them". */
export interface MethodCapabilities {
  readonly operations: readonly (OriginalType | FollowUpType)[]
  /** `none`: only whole. `partial`: once, of any part. `multiple`: several parts. */
  readonly captures: 'none' | 'partial' | 'multiple'
  readonly partialRefunds: boolean
  /** Whether a void releases what captures have left of an authorization. */
  readonly voidsRest?: boolean
  /** ISO 4217. */
  readonly currencies: readonly string[] | null
  /** ISO 3166-1 alpha-2, of the customer. */
  readonly countries: readonly string[] | null
  readonly brands: readonly Brand[] | null
  /** Who runs 3-D Secure: we before the charge, or the provider on its own page. */
  readonly threeDs: 'gateway' | 'provider' | 'none'
  /** What a customer has to have told. */
  readonly requires: readonly (keyof Customer)[]
  /** Whether a reversal also stops a charge that arrives after it. Where not, a late charge is reversed in its turn. */
  readonly barsLateCharges: boolean
}

/** Whether a method may be used for such an operation in such a currency. */
export function supportsPayment(
  method: MethodCapabilities | undefined,
  { transactionType, currency }: { readonly transactionType: OriginalType; readonly currency: string },
): boolean {
  return method?.operations.includes(transactionType) === true && method.currencies?.includes(currency) !== false
}

/** Whether a method takes a customer and a card of this brand, null for one whose brand nobody knows. */
export function acceptsCustomerAndBrand(
  method: MethodCapabilities,
  customer: Customer,
  brand: Brand | null | undefined,
): boolean {
  const { countries, brands, requires } = method
  const isAtHome = countries === null || customer.country === null || countries.includes(customer.country)
  const isOfNetwork = brands === null || brand === undefined || (brand !== null && brands.includes(brand))
  return isAtHome && isOfNetwork && requires.every((field) => customer[field] !== null)
}

/** By payment method, as a terminal's `payment_methods` names them. */
export type Capabilities = Readonly<Record<string, MethodCapabilities>>
