import { minorUnits } from './currency.ts'
import type { Merchant } from './merchant.ts'
import { convert, type Money } from './money.ts'

export function isConvertible({ settlementCurrency, exchangeRates }: Merchant, currency: string): boolean {
  return !settlementCurrency || settlementCurrency === currency || exchangeRates[currency] !== undefined
}

/** Amount in the settlement currency (docs/reference/authorize.md#normalized-amount); undefined above int64. */
export function normalizeAmount(merchant: Merchant, { amount, currency }: Money): bigint | undefined {
  const { settlementCurrency, exchangeRates } = merchant
  if (!settlementCurrency || settlementCurrency === currency) return amount
  return convert(amount, exchangeRates[currency]!, minorUnits(currency) ?? 2, minorUnits(settlementCurrency) ?? 2)
}
