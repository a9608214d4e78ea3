import { minorUnits } from '#domain/currency.ts'
import type { Merchant } from '#domain/merchant.ts'
import { convert } from '#domain/money.ts'
import type { BusinessRefusal } from '#domain/terminal.ts'
import type { Order } from './order.ts'

/**
 * The amount in the merchant's settlement currency, fixed with the intent (contract section 5, `normalized_amount`).
 * Without a rate the terminal does not accept the currency; a conversion that leaves int64 is refused too.
 */
export function normalize(
  merchant: Merchant,
  order: Order,
): { readonly amount: bigint; readonly refusal: BusinessRefusal | undefined } {
  const { settlementCurrency, exchangeRates } = merchant
  if (!settlementCurrency || settlementCurrency === order.currency) return { amount: order.amount, refusal: undefined }

  const rate = exchangeRates[order.currency]
  if (rate === undefined) {
    const message = `There is no exchange rate from ${order.currency} to ${settlementCurrency}; ask the operator.`
    return { amount: order.amount, refusal: { code: '2015', property: 'currency', message } }
  }
  const converted = convert(order.amount, rate, minorUnits(order.currency) ?? 2, minorUnits(settlementCurrency) ?? 2)
  if (converted !== undefined) return { amount: converted, refusal: undefined }
  const message = `The amount is too large to be converted to ${settlementCurrency}; split the order.`
  return { amount: order.amount, refusal: { code: '2000', property: 'amount', message } }
}
