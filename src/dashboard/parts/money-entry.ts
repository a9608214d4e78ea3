import { isPresentCurrency } from '#domain/currency.ts'
import { readEnteredAmount } from '#domain/entered-amount.ts'
import type { Money } from '#domain/money.ts'
import { invalid } from '#domain/problem.ts'
import { readingChoice } from '#html/amount-entry.ts'
import type { Html } from '#html/html.ts'

type Entered = Readonly<Record<string, string | undefined>>

const currencyOf = ({ currency = '' }: Entered) => currency.trim().toUpperCase()

/** Reads the fields `amount` and `currency` of a form. @throws RequestError `invalid` */
export function readMoney(form: Entered): Money {
  const currency = currencyOf(form)
  if (!isPresentCurrency(currency)) throw invalid('currency', 'Enter a currency, for example EUR.')
  const { amount, problem } = readEnteredAmount(form, currency, 0n)
  if (amount === undefined) throw invalid('amount', problem)
  return { amount, currency }
}

/** Choice between the readings of a rejected amount. */
export function amountReadings(form: Entered): Html | false {
  const currency = currencyOf(form)
  return isPresentCurrency(currency) && readingChoice(readEnteredAmount(form, currency, 0n), currency)
}
