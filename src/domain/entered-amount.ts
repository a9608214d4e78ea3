import { amountsMeant, formatMoney, majorUnitsOf } from './currency.ts'

/** Possible readings of an entered amount, in minor units, and the chosen one. */
export interface AmountEntry {
  readonly readings: readonly bigint[]
  readonly reading?: string | undefined
}

export interface AmountForm {
  readonly amount?: string | undefined
  readonly reading?: string | undefined
  /** Amount on the pressed button, in minor units; absent if the form is not from our page. */
  readonly shown?: string | undefined
}

export type EnteredAmount = AmountEntry &
  (
    | { readonly amount: bigint; readonly problem: undefined; readonly isShown: boolean }
    | { readonly amount: undefined; readonly problem: string }
  )

/** Reads a typed amount; two readings need a choice, unless the page wrote it. @param offered prefilled amount */
export function readEnteredAmount(form: AmountForm, currency: string, offered: bigint): EnteredAmount {
  const { amount: text = '', reading, shown } = form
  const readings = amountsMeant(text, currency)
  const entry = { readings, reading }
  if (readings.length === 0) return { ...entry, amount: undefined, problem: notAnAmount(currency) }
  const written = shown && /^\d{1,19}$/.test(shown) ? BigInt(shown) : offered
  const amount =
    (readings.length === 1 ? readings[0] : readings.find((each) => String(each) === reading)) ??
    readings.find((each) => each === written && text.trim() === majorUnitsOf({ amount: each, currency }))
  if (amount === undefined)
    return { ...entry, amount, problem: ambiguous(text, readings, currency, 'choose the one you mean') }
  return { ...entry, amount, problem: undefined, isShown: shown === undefined || shown === String(amount) }
}

/**
 * Reads an amount of a writer who may write points for commas and cannot choose a reading.
 * @returns minor units, or an instruction how to write it
 * @throws RangeError as `formatMoney` does
 */
export function readClearAmount(text: string, currency: string): bigint | string {
  const swapped = text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  const [amount, ...others] = amountsMeant(text, currency)
  if (amount === undefined) return notAnAmount(currency)
  const readings = [...new Set([amount, ...others, ...amountsMeant(swapped, currency)])]
  const written = readings.map((each) => clearText(majorUnitsOf({ amount: each, currency }), currency))
  return readings.length === 1 ? amount : ambiguous(text, readings, currency, `write ${written.join(' or ')}`)
}

/** With a zero in front if three decimals could be a group: `01.234`. */
function clearText(text: string, currency: string): string {
  return amountsMeant(text, currency).length > 1 ? `0${text}` : text
}

function ambiguous(text: string, readings: readonly bigint[], currency: string, wayOut: string): string {
  const [one, other] = readings.map((amount) => formatMoney({ amount, currency }, 'en'))
  return `“${text.trim()}” could mean ${one} or ${other}; ${wayOut}.`
}

/** Shows both groups and decimals. */
const EXAMPLE = '1234.5'

function notAnAmount(currency: string): string {
  const [amount] = [...amountsMeant(EXAMPLE, currency), 1234n]
  return `Enter an amount above zero, for example ${formatMoney({ amount: amount!, currency }, 'en')}.`
}
