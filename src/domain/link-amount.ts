import { amountsMeant } from './currency.ts'
import type { PaymentLink } from './payment-link.ts'

/** Price of a link, else the entered amount; undefined unless it is exactly one amount within the limits. */
export function linkAmount(
  { amount, amountMin, amountMax, currency }: Pick<PaymentLink, 'amount' | 'amountMin' | 'amountMax' | 'currency'>,
  text: string,
): bigint | undefined {
  if (amount !== null) return amount
  const [entered, ...others] = amountsMeant(text, currency)
  const isWithin = entered !== undefined && entered >= amountMin! && entered <= amountMax!
  return isWithin && others.length === 0 ? entered : undefined
}
