import { amountsMeant } from './currency.ts'
import type { AmountEntry } from './entered-amount.ts'
import type { PaymentLink } from './payment-link.ts'

/** Price of a link, else the entered amount; its readings unless it is exactly one, or the chosen one, within the limits. */
export function linkAmount(
  { amount, amountMin, amountMax, currency }: Pick<PaymentLink, 'amount' | 'amountMin' | 'amountMax' | 'currency'>,
  text: string,
  reading?: string,
): bigint | AmountEntry {
  if (amount !== null) return amount
  const readings = amountsMeant(text, currency)
  const entered = readings.length === 1 ? readings[0] : readings.find((each) => String(each) === reading)
  const isWithin = entered !== undefined && entered >= amountMin! && entered <= amountMax!
  return isWithin ? entered : { readings, reading }
}
