import { acceptsCustomerAndBrand } from '#domain/capabilities.ts'
import type { Customer } from '#domain/customer.ts'
import { demandsCvv, type Refusal } from '#domain/eligibility.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Gateway } from '../../gateway.ts'
import { capabilitiesOf } from './eligibility.ts'

/** What is paid with, as far as an account may refuse it. */
interface Means {
  /** As terminals name it. */
  readonly paymentMethod: string
  readonly instrument: Instrument
  readonly customer: Customer
}

/** Those of these accounts whose provider takes the card's network and knows enough of the customer. */
export function accountsAcceptingCustomer(
  gateway: Gateway,
  accounts: readonly ProviderAccount[],
  { paymentMethod, instrument, customer }: Means,
): readonly ProviderAccount[] {
  const brand = instrument.kind === 'card' ? instrument.card.maskedCard.brand : undefined
  return accounts.filter((account) => {
    const method = capabilitiesOf(gateway, account, paymentMethod)
    return method !== undefined && acceptsCustomerAndBrand(method, customer, brand)
  })
}

/** Those that also take the instrument as it is: some demand the security code of a saved card. */
export function chargeableAccounts(
  gateway: Gateway,
  accounts: readonly ProviderAccount[],
  means: Means,
): readonly ProviderAccount[] {
  const { paymentMethod, instrument } = means
  const lacksCvv = paymentMethod === 'saved_card' && instrument.kind === 'card' && instrument.card.cvv === null
  return accountsAcceptingCustomer(gateway, accounts, means).filter((account) => !(lacksCvv && demandsCvv(account)))
}

const WIRE_NAMES: Readonly<Record<keyof Customer, string>> = {
  id: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  address: 'address',
  city: 'city',
  country: 'country',
  postalCode: 'postal_code',
  email: 'email',
  phone: 'phone',
}

/** Why no account is suited: what the first one has to be told of the customer, else that none takes the method. */
export function noAccountRefusal(
  gateway: Gateway,
  [first]: readonly ProviderAccount[],
  { paymentMethod, customer }: Means,
): Refusal {
  const { requires = [] } = (first && capabilitiesOf(gateway, first, paymentMethod)) ?? {}
  const missing = requires.find((field) => customer[field] === null)
  if (missing) {
    const name = WIRE_NAMES[missing]
    return {
      code: '2000',
      property: `customer.${name}`,
      message: `Add the customer's ${name}; the provider requires it.`,
    }
  }
  const message = 'No provider account of the terminal takes this card or this customer’s country; use another.'
  return { code: '2015', property: 'payment_method.type', message }
}
