import { type Customer, type StoredPaymentMethod, TollgateError } from '@tollgate/client'
import type { Shopper } from './payment-options/payment-option.ts'

/** The cards this shopper may pay with, newest first. A gateway with a new database does not know the shopper. */
export async function savedCards(shopper: Shopper): Promise<readonly StoredPaymentMethod[]> {
  const { tollgate, customerId, isReturning } = shopper
  if (!isReturning) return []
  try {
    return (await tollgate.customers.paymentMethods(customerId, { limit: 100 })).items
  } catch (error) {
    if (error instanceof TollgateError && error.status === 404) return []
    throw error
  }
}

/**
 * The card of a token that came from a browser. It must be the shopper's own: a token alone does not prove who sent it.
 * @throws TollgateError where it is not among them
 */
export async function savedCard(shopper: Shopper, token: string | undefined): Promise<StoredPaymentMethod> {
  const card = (await savedCards(shopper)).find((candidate) => candidate.token === token)
  if (card) return card
  const problem = {
    property: 'payment_method.data.payment_method_id',
    message: 'Choose one of your cards.',
    params: [],
  }
  throw new TollgateError('invalid_request', problem.message, { problems: [problem] })
}

/** Creates the shopper as a customer of the gateway, so that a card can be saved for them, unless they exist. */
export async function rememberCustomer(shopper: Shopper, customer: Customer): Promise<void> {
  try {
    await shopper.tollgate.customers.create({ ...customer, id: shopper.customerId })
  } catch (error) {
    const isKnown = error instanceof TollgateError && error.problems.some(({ property }) => property === 'id')
    if (!isKnown) throw error
  }
  shopper.keep()
}
