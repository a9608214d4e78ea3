import { cvvLengthOf } from '../../src/domain/brands.ts'
import { element } from '../shared/dom.ts'
import { brandOfTyped, type FieldName } from '../shared/fields/field-kinds.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'
import type { Locale } from '../shared/locales.ts'
import type { Customer, FieldProblem, FormState } from '../shared/protocol.ts'
import { showBrand } from '../shared/show-brand.ts'
import { knownValue, typedCustomer } from './customer-fields.ts'
import { Field } from './field.ts'

export interface RequestedField {
  readonly name: FieldName
  readonly required: boolean
}

/** The fields of a form: what stands in them, and what is wrong with it. */
export class FieldGroup {
  readonly #fields: readonly Field[]
  readonly #brandMark = element('span', { class: 'brand', translate: 'no' })
  readonly #changed: (field: Field) => void
  #texts!: Texts
  #locale!: Locale
  #savedBrand: string | null = null

  /** @param changed is called for every change that was not made by `prefill` or `forgetCode` */
  constructor(wanted: readonly RequestedField[], changed: (field: Field) => void) {
    this.#changed = changed
    this.#fields = wanted.map(({ name, required }) => new Field(name, required, (field) => this.#onChange(field)))
    this.#find('number')?.box.append(this.#brandMark)
  }

  get all(): readonly Field[] {
    return this.#fields
  }

  /** Shows all texts in a language; what was typed stays. */
  setTexts(texts: Texts, locale: Locale): void {
    this.#texts = texts
    this.#locale = locale
    this.#showTexts()
    for (const field of this.#fields) if (field.isMarked) field.show(this.problemOf(field))
  }

  /** The security code belongs to a saved card, whose number is not typed. */
  expectBrand(brand: string | null): void {
    this.#savedBrand = brand
    this.#showTexts()
  }

  /** Writes what the session knows into fields that are still empty. */
  prefill(known: Customer): void {
    for (const field of this.#fields) if (field.value === '') field.value = knownValue(field, known)
  }

  value(name: FieldName): string {
    return this.#find(name)?.value ?? ''
  }

  get customer(): Customer {
    return typedCustomer(this.#fields)
  }

  /** @param known what the shop's page provides and need not be typed */
  problems(known: Customer = {}): readonly FieldProblem[] {
    return this.#fields.flatMap((field) => {
      const message = field.value === '' && knownValue(field, known) !== '' ? null : this.problemOf(field)
      return message === null ? [] : [{ field: field.name, message }]
    })
  }

  problemOf(field: Field): string | null {
    return field.problem(this.#texts, { number: this.value('number'), brand: this.#brand })
  }

  get state(): FormState {
    const problems = this.problems()
    const complete = this.#fields.every(({ required, value }) => !required || value !== '')
    return { valid: problems.length === 0, complete, brand: this.#brand, problems, customer: this.customer }
  }

  /** Marks what is wrong without announcing it: a field's description is read when the focus comes to it. */
  mark(problems: readonly FieldProblem[]): void {
    for (const field of this.#fields) {
      field.show(problems.find((problem) => problem.field === field.name)?.message ?? null)
    }
  }

  /** Problems with values that have no field here, so that none can be marked. */
  unmarked(problems: readonly FieldProblem[]): readonly FieldProblem[] {
    return problems.filter(({ field }) => !this.#fields.some(({ name }) => name === field))
  }

  get firstMarked(): Field | undefined {
    return this.#fields.find(({ isMarked }) => isMarked)
  }

  /** The security code is good for one payment. */
  forgetCode(): void {
    const code = this.#find('cvc')
    if (code) code.value = ''
  }

  get #brand(): string | null {
    return this.#savedBrand ?? brandOfTyped(this.value('number'))
  }

  #find(name: FieldName): Field | undefined {
    return this.#fields.find((field) => field.name === name)
  }

  #onChange(field: Field): void {
    // A problem is not shown while the shopper is still typing.
    field.show(null)
    if (field.name === 'number') this.#applyBrand()
    this.#changed(field)
  }

  #applyBrand(): void {
    showBrand(this.#brandMark, this.#brand)
    const code = this.#find('cvc')
    const length = cvvLengthOf(this.#brand === 'amex' ? 'amex' : null)
    if (code && this.#brand !== null && code.value.length > length) code.value = code.value.slice(0, length)
    this.#showTexts()
  }

  #showTexts(): void {
    const codeHint = this.#brand === 'amex' ? this.#texts.cvcHintAmex : this.#texts.cvcHint
    for (const field of this.#fields) {
      field.setTexts(this.#texts, this.#locale, field.name === 'cvc' ? codeHint : '')
    }
  }
}
