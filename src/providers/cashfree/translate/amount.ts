import { majorUnitsOf } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import type { RepeatedValues } from '../../as-asked.ts'
import { getPath } from '../../http/json-path.ts'

type RepeatedMoney = Required<Pick<RepeatedValues, 'amounts' | 'currencies'>>

/** Rupees as a JSON number with two digits, to the last paisa: never by way of a floating point number. */
export function rupeesOf(money: Money): { readonly rawJSON: string } {
  return JSON.rawJSON(majorUnitsOf(money))
}

/** Values that Cashfree repeats of a payment: of its order, and of what its payer paid. */
export function repeatedPayment(money: Money, json: unknown): RepeatedMoney {
  const order = repeatedMoney(money, json, 'order')
  const payment = repeatedMoney(money, json, 'payment')
  return {
    amounts: hasFee(json) ? order.amounts : [...order.amounts, ...payment.amounts],
    currencies: [...order.currencies, ...payment.currencies],
  }
}

/** The payer paid a fee on top of the order, which is between them and Cashfree. */
function hasFee(json: unknown): boolean {
  const [paid, ordered] = [getPath(json, 'payment_amount'), getPath(json, 'order_amount')]
  return typeof paid === 'number' && typeof ordered === 'number' && paid > ordered
}

/** Amount that a payer gets back of a payment: without the fee on top of its order, which Cashfree keeps. */
export function refundableAmount(json: unknown): unknown {
  return getPath(json, hasFee(json) ? 'order_amount' : 'payment_amount')
}

/** Values that Cashfree repeats of an order, payment, refund or transfer. */
export function repeatedMoney(
  money: Money,
  json: unknown,
  what: 'order' | 'payment' | 'refund' | 'transfer',
): RepeatedMoney {
  return {
    amounts: [[majorUnitsOf(money), getPath(json, `${what}_amount`)]],
    currencies: [[money.currency, getPath(json, `${what}_currency`)]],
  }
}
