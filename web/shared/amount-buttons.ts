import { groupDigits, readAmounts } from '#domain/typed-amount.ts'

/** Updates the amount on buttons while it is entered. Without a script the server does, and shows the form again. */
export function startAmountButtons(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-amount-in]')) {
    // A void is for the full amount and has no field.
    if (!button.form?.elements.namedItem(button.dataset.amountIn!)) continue
    const written = { text: button.dataset.written, units: button.value }
    const show = () => nameAmount(button, written)
    button.form?.addEventListener('input', show)
    // A page that the browser restores keeps what was typed.
    addEventListener('pageshow', show)
    show()
  }
}

interface Written {
  readonly text: string | undefined
  readonly units: string
}

function nameAmount(button: HTMLButtonElement, written: Written): void {
  const { words = '', currency = '', sign = '', digits, most } = button.dataset
  const form = button.form!
  const { value } = form.elements.namedItem(button.dataset.amountIn!) as HTMLInputElement
  const readings = readAmounts(value, Number(digits), [currency, sign.trim()])
  const choice = form.querySelector<HTMLElement>('[data-readings]')
  const chosen = choice?.querySelector<HTMLInputElement>('input:checked')?.value
  if (choice) choice.hidden = !readings.some((amount) => choice.querySelector(`[value="${amount}"]`))
  const amount = chosenAmount(readings, chosen, value.trim() === written.text ? written.units : undefined)
  const isNamed = amount !== undefined && (most === undefined || amount <= BigInt(most))
  button.value = isNamed ? String(amount) : ''
  // Not disabled: a click still says what is wrong, and a text with two meanings is sent to be asked about.
  button.toggleAttribute('data-off', !isNamed && (most === undefined || !readings.some((each) => each <= BigInt(most))))
  button.textContent = !isNamed ? words : `${words} ${sign}${groupDigits(amount, Number(digits))}`
}

function chosenAmount(readings: readonly bigint[], ...choices: (string | undefined)[]): bigint | undefined {
  if (readings.length === 1) return readings[0]
  for (const choice of choices) {
    const amount = readings.find((each) => String(each) === choice)
    if (amount !== undefined) return amount
  }
  return undefined
}
