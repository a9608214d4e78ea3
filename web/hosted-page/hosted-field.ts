import { brandOfTyped, FIELDS, type FieldKind, type FieldName } from '../card-frame/fields.ts'
import { textsOf } from '../card-frame/texts/index.ts'
import type { ProblemText } from '../card-frame/texts/texts.ts'
import { editOf, retype } from '../card-frame/typing.ts'
import { setAttribute } from '../shared/dom.ts'
import { localeOf } from '../shared/locales.ts'
import type { InputProblem } from './summary.ts'

/** A field that the server has written, judged as the server judges it. */
export class HostedField {
  readonly kind: FieldName
  readonly #rules: FieldKind
  readonly #required: boolean
  readonly #input: HTMLInputElement | HTMLSelectElement
  readonly #problem: HTMLElement
  #shown = ''

  constructor(box: HTMLElement) {
    this.kind = box.dataset.field as FieldName
    this.#rules = FIELDS[this.kind]
    this.#required = box.hasAttribute('data-required')
    this.#input = box.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')!
    this.#problem = box.querySelector<HTMLElement>('.field-problem')!
    this.#input.addEventListener('input', (event) => this.#type((event as InputEvent).inputType))
  }

  get value(): string {
    return this.#input.value.trim()
  }

  /**
   * Marks the field; one that is folded in is asked nothing.
   * @param number what stands in the card's number
   */
  check(number: string): InputProblem[] {
    const text = this.#input.checkVisibility() ? this.#problemText(number) : null
    const message = text && textsOf(localeOf([document.documentElement.lang]))[text]
    this.#mark(message)
    return message ? [{ id: this.#input.id, message }] : []
  }

  #problemText(number: string): ProblemText | null {
    if (this.value === '') return this.#required ? this.#rules.missing : null
    const isSavedCode = this.#input.id === 'savedCvc'
    const context = { number: isSavedCode ? '' : number, brand: isSavedCode ? null : brandOfTyped(number) }
    return this.#rules.judge?.(this.value, context) ?? null
  }

  #mark(message: string | null): void {
    this.#problem.textContent = message
    setAttribute(this.#input, 'aria-invalid', message ? 'true' : null)
  }

  /** Nobody is told off while still typing; digits are grouped under the caret. */
  #type(inputType: string | undefined): void {
    this.#mark(null)
    const { format } = this.#rules
    const input = this.#input
    if (!format || input instanceof HTMLSelectElement) return
    const caret = input.selectionStart ?? input.value.length
    const typed = retype(this.#shown, { text: input.value, caret }, editOf(inputType), format)
    this.#shown = typed.text
    if (input.value === typed.text) return
    input.value = typed.text
    if (document.activeElement === input) input.setSelectionRange(typed.caret, typed.caret)
  }
}
