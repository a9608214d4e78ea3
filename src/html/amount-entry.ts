import { currencySign, formatMoney, majorUnitsOf, minorUnits } from '#domain/currency.ts'
import type { AmountEntry } from '#domain/entered-amount.ts'
import { attributes, type Html, html } from './html.ts'

export function readingChoice(
  { readings, reading }: AmountEntry,
  currency: string,
  { legend, locale } = { legend: 'Which amount do you mean?', locale: 'en' },
): Html | false {
  if (readings.length < 2) return false
  return html`<fieldset class="field readings" data-readings><legend>${legend}</legend>
${readings.map(
  (
    amount,
  ) => html`<label class="check"><input type="radio" name="reading" value="${amount}"${attributes({ checked: String(amount) === reading })}>
<span>${formatMoney({ amount, currency }, locale)}</span></label>
`,
)}</fieldset>`
}

/** The script updates its text and value; without script the page is shown again with the amount on the button. */
export function amountButton(button: {
  readonly field: string
  readonly currency: string
  /** Undefined until the amount is known. */
  readonly amount: bigint | undefined
  /** The button names no amount above it. */
  readonly most?: bigint
  readonly words: string
  readonly className: string
  readonly does: string
}): Html {
  const { field, currency, most, words, className, does } = button
  const isTooMuch = most !== undefined && button.amount !== undefined && button.amount > most
  const amount = isTooMuch ? undefined : button.amount
  const money = amount === undefined ? undefined : { amount, currency }
  const named = attributes({
    'data-action': does,
    'data-amount-in': field,
    'data-words': words,
    'data-currency': currency,
    'data-sign': currencySign(currency),
    'data-digits': minorUnits(currency),
    'data-most': most?.toString(),
    'data-written': money && majorUnitsOf(money),
  })
  return html`<button class="${className}" name="shown" value="${amount}"${named}>${words}${money && ` ${formatMoney(money, 'en')}`}</button>`
}
