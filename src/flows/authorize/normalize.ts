import type { Refusal } from '#domain/acceptance.ts'
import { minorUnits } from '#domain/currency.ts'
import type { Merchant } from '#domain/merchant.ts'
import { convert } from '#domain/money.ts'
import type { PaymentRequest } from './payment-request.ts'

/**
 * Without a rate to the merchant's settlement currency the terminal does not accept the currency
 * (docs/reference/authorize.md#normalized-amount).
 */
export function missingRate(merchant: Merchant, { currency }: Pick<PaymentRequest, 'currency'>): Refusal | undefined {
  const { settlementCurrency, exchangeRates } = merchant
  if (!settlementCurrency || settlementCurrency === currency || exchangeRates[currency] !== undefined) return undefined
  const message = `There is no exchange rate from ${currency} to ${settlementCurrency}; ask the operator.`
  return { code: '2015', property: 'currency', message }
}

/**
 * The amount in the merchant's settlement currency, fixed with the intent
 * (docs/reference/authorize.md#normalized-amount), or undefined where it leaves int64.
 */
export function normalize(merchant: Merchant, { amount, currency }: PaymentRequest): bigint | undefined {
  const { settlementCurrency, exchangeRates } = merchant
  if (!settlementCurrency || settlementCurrency === currency) return amount
  return convert(amount, exchangeRates[currency]!, minorUnits(currency) ?? 2, minorUnits(settlementCurrency) ?? 2)
}
