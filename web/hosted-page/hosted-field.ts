import { setAttribute } from '../shared/dom.ts'
import { brandOfTyped, FIELDS, type FieldKind, type FieldName } from '../shared/fields/field-kinds.ts'
import { FormattedInput } from '../shared/fields/formatted-input.ts'
import type { ProblemText } from '../shared/fields/texts/texts.ts'
import { showBrand } from '../shared/show-brand.ts'
import type { InputProblem } from './summary.ts'

export type ProblemTexts = Readonly<Record<ProblemText, string>>

/** A field of the server's form, checked by the rules the server has too. */
export class HostedField {
  readonly kind: FieldName
  readonly #rules: FieldKind
  readonly #required: boolean
  readonly #input: HTMLInputElement | HTMLSelectElement
  readonly #typed: FormattedInput
  readonly #problem: HTMLElement
  readonly #texts: ProblemTexts
  readonly #marked: () => void

  /** @param marked is called when the field's problem may have changed */
  constructor(box: HTMLElement, texts: ProblemTexts, marked: () => void) {
    this.kind = box.dataset.field as FieldName
    this.#rules = FIELDS[this.kind]
    this.#required = box.hasAttribute('data-required')
    this.#input = box.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')!
    this.#problem = box.querySelector<HTMLElement>('.field-problem')!
    this.#texts = texts
    this.#marked = marked
    // A problem is not shown while the shopper is still typing.
    this.#typed = new FormattedInput(this.#input, this.#rules.format, () => this.#mark(null))
    const mark = box.querySelector<HTMLElement>('.brand')
    if (!mark) return
    for (const event of ['input', 'change'])
      this.#input.addEventListener(event, () => showBrand(mark, brandOfTyped(this.value)))
  }

  holds(target: EventTarget | null): boolean {
    return target === this.#input
  }

  /**
   * Marks what is wrong with what was typed, once the shopper has left the field. One left empty may come later.
   * @param number as in `check`
   */
  leave(number: string): void {
    if (this.value !== '') this.check(number)
  }

  get id(): string {
    return this.#input.id
  }

  get value(): string {
    return this.#typed.text.trim()
  }

  /**
   * Marks the field where it is wrong. Fields of methods that are not chosen are hidden and not checked.
   * @param number the value of the card number field
   */
  check(number: string): InputProblem[] {
    const text = this.#input.checkVisibility() ? this.#problemText(number) : null
    this.#mark(text && this.#texts[text])
    return this.problems
  }

  get problems(): InputProblem[] {
    const message = this.#problem.textContent
    return message ? [{ id: this.id, message }] : []
  }

  #problemText(number: string): ProblemText | null {
    if (this.value === '') return this.#required ? this.#rules.missing : null
    const isSavedCode = this.id === 'savedCvc'
    const context = { number: isSavedCode ? '' : number, brand: isSavedCode ? null : brandOfTyped(number) }
    return this.#rules.check?.(this.value, context) ?? null
  }

  #mark(message: string | null): void {
    this.#problem.textContent = message
    setAttribute(this.#input, 'aria-invalid', message ? 'true' : null)
    this.#marked()
  }
}
