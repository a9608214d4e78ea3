import { majorUnitsOf } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import type { RepeatedValues } from '../as-asked.ts'
import { valueAt } from '../http/fields-at.ts'

/** Rupees as a JSON number with two digits, to the last paisa: never by way of a floating point number. */
export function rupeesOf(money: Money): { readonly rawJSON: string } {
  return JSON.rawJSON(majorUnitsOf(money))
}

/** Reads the values of a payment, refund or transfer that Cashfree repeats. */
export function repeatedMoney(
  money: Money,
  json: unknown,
  what: 'payment' | 'refund' | 'transfer',
): Pick<RepeatedValues, 'amounts' | 'currencies'> {
  return {
    amounts: [[majorUnitsOf(money), valueAt(json, `${what}_amount`)]],
    currencies: [[money.currency, valueAt(json, `${what}_currency`)]],
  }
}
