import { majorUnitsOf } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'

/** Rupees as a JSON number with two digits, to the last paisa: never by way of a floating point number. */
export function rupeesOf(money: Money): { readonly rawJSON: string } {
  return JSON.rawJSON(majorUnitsOf(money))
}
