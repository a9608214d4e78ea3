import { amountsMeant } from './currency.ts'
import type { PaymentLink } from './payment-link.ts'

/**
 * Reads the amount that a shopper pays on a link: its price regardless of the form, else the entered one.
 * @returns undefined if the text is not exactly one amount within the limits of the link
 */
export function linkAmount(
  { amount, amountMin, amountMax, currency }: Pick<PaymentLink, 'amount' | 'amountMin' | 'amountMax' | 'currency'>,
  text: string,
): bigint | undefined {
  if (amount !== null) return amount
  const [entered, ...others] = amountsMeant(text, currency)
  const isWithin = entered !== undefined && entered >= amountMin! && entered <= amountMax!
  return isWithin && others.length === 0 ? entered : undefined
}
