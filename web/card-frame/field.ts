import { COUNTRIES } from '../../src/domain/country.ts'
import { element, setAttribute } from '../shared/dom.ts'
import { type Context, FIELDS, type FieldKind, type FieldName } from '../shared/fields/field-kinds.ts'
import { FormattedInput } from '../shared/fields/formatted-input.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'
import type { Locale } from '../shared/locales.ts'

export class Field {
  readonly name: FieldName
  readonly required: boolean
  readonly box: HTMLElement
  readonly input: HTMLInputElement | HTMLSelectElement
  readonly #kind: FieldKind
  readonly #label = element('label')
  readonly #hint: HTMLElement
  readonly #problem: HTMLElement
  readonly #typed: FormattedInput

  /** @param changed is called for every change that was not made by setting `value` */
  constructor(name: FieldName, required: boolean, changed: (field: Field) => void) {
    this.name = name
    this.required = required
    this.#kind = FIELDS[name]
    this.#label.htmlFor = name
    this.#hint = element('p', { id: `${name}-hint`, class: 'hint' })
    this.#problem = element('p', { id: `${name}-problem`, class: 'problem' })
    this.input = this.#createInput()
    this.box = element('div', { class: `field field-${name}` }, this.#label, this.input, this.#hint, this.#problem)
    this.#typed = new FormattedInput(this.input, this.#kind.format, () => changed(this))
  }

  get value(): string {
    return this.#typed.text.trim()
  }

  set value(value: string) {
    this.#typed.write(value)
  }

  /** Returns the error in the shopper's language, or null if there is none. */
  problem(texts: Texts, context: Context): string | null {
    const { value } = this
    if (value === '') return this.required ? texts[this.#kind.missing] : null
    const text = this.#kind.check?.(value, context) ?? null
    return text && texts[text]
  }

  /** @returns whether the problem is a new one */
  show(problem: string | null): boolean {
    const isNews = problem !== null && this.#problem.textContent !== problem
    this.#problem.textContent = problem ?? ''
    setAttribute(this.input, 'aria-invalid', problem === null ? null : 'true')
    setAttribute(this.input, 'aria-describedby', this.#describedBy())
    return isNews
  }

  get isMarked(): boolean {
    return this.input.hasAttribute('aria-invalid')
  }

  setTexts(texts: Texts, locale: Locale, hint: string): void {
    this.#label.textContent = this.required ? texts[this.name] : `${texts[this.name]} ${texts.optional}`
    this.#hint.textContent = hint
    if (this.input instanceof HTMLSelectElement) listCountries(this.input, texts, locale)
    else
      this.input.placeholder = this.name === 'expiry' ? texts.expiryHint : this.name === 'phone' ? texts.phoneHint : ''
    setAttribute(this.input, 'aria-describedby', this.#describedBy())
  }

  #createInput(): HTMLInputElement | HTMLSelectElement {
    const { autocomplete, inputmode } = this.#kind
    // Page translation removes digits in some browsers; a card number needs no spelling check.
    const common = { id: this.name, name: this.name, autocomplete, required: this.required, translate: 'no' }
    if (this.name === 'country') return element('select', common)
    const type = inputmode === 'email' || inputmode === 'tel' ? inputmode : 'text'
    const typing = {
      spellcheck: 'false',
      autocapitalize: inputmode ? 'off' : 'words',
      enterkeyhint: 'done',
      maxlength: '255',
      // Digits and addresses run from left to right in every language.
      dir: inputmode && 'ltr',
    }
    return element('input', { ...common, ...typing, type, inputmode })
  }

  #describedBy(): string | null {
    const ids = [this.#hint, this.#problem].filter(({ textContent }) => textContent !== '').map(({ id }) => id)
    return ids.length > 0 ? ids.join(' ') : null
  }
}

function listCountries(select: HTMLSelectElement, texts: Texts, locale: Locale): void {
  const { value } = select
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' })
  const countries = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }))
  countries.sort((one, other) => one.name.localeCompare(other.name, locale))
  const options = countries.map(({ code, name }) => element('option', { value: code }, name))
  select.replaceChildren(element('option', { value: '' }, texts.chooseCountry), ...options)
  select.value = value
}
