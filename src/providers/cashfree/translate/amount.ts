import { getPath, type Money, majorUnitsOf, type RepeatedValues } from '#providers/port/tools.ts'

type RepeatedMoney = Required<Pick<RepeatedValues, 'amounts' | 'currencies'>>

/** Rupees as a JSON number with two digits, exact to the paisa: never a floating-point number. */
export function rupeesOf(money: Money): { readonly rawJSON: string } {
  return JSON.rawJSON(majorUnitsOf(money))
}

/** Values that Cashfree repeats of a payment: of its order, and of the payer's amount. */
export function repeatedPayment(money: Money, json: unknown): RepeatedMoney {
  const order = repeatedMoney(money, json, 'order')
  const payment = repeatedMoney(money, json, 'payment')
  return {
    amounts: hasFee(json) ? order.amounts : [...order.amounts, ...payment.amounts],
    currencies: [...order.currencies, ...payment.currencies],
  }
}

/** True if the payer paid Cashfree a fee on top of the order. */
function hasFee(json: unknown): boolean {
  const [paid, ordered] = [getPath(json, 'payment_amount'), getPath(json, 'order_amount')]
  return typeof paid === 'number' && typeof ordered === 'number' && paid > ordered
}

/** Refundable amount of a payment: without the fee on top of its order, which Cashfree keeps. */
export function refundableAmount(json: unknown): unknown {
  return getPath(json, hasFee(json) ? 'order_amount' : 'payment_amount')
}

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
