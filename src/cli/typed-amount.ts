import { minorUnits } from '#domain/currency.ts'
import { readClearAmount } from '#domain/entered-amount.ts'
import { Failure } from './command.ts'

/** Reads an amount as users write it (docs/reference/requests.md#amounts-that-people-type). @throws Failure */
export function amountOf(typed: unknown, currency: string): bigint {
  if (minorUnits(currency) === undefined)
    throw new Failure(`${currency} is not an ISO 4217 currency; use a code such as EUR.`)
  const amount = readClearAmount(String(typed), currency)
  if (typeof amount === 'string') throw new Failure(amount)
  return amount
}
