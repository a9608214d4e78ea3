import { cvvLengthOf } from '../../src/domain/brands.ts'
import { BRAND_NAMES } from '../shared/brand-names.ts'
import { element } from '../shared/dom.ts'
import type { Locale } from '../shared/locales.ts'
import type { Customer, FieldProblem, FormState } from '../shared/protocol.ts'
import { Field } from './field.ts'
import { brandOfTyped, type Context, type FieldName } from './fields.ts'
import { SavedCardLine, type SavedFace } from './saved-card-line.ts'
import { SavingBox } from './saving-box.ts'
import { textsOf } from './texts/index.ts'
import type { Texts } from './texts/texts.ts'

/** A field that is asked for. */
export interface Wanted {
  readonly name: FieldName
  readonly required: boolean
}

/** What a form is about, as its heading says it. */
export type Title = 'cardTitle' | 'savedCardTitle' | 'methodTitle'

/** What a form tells its frame. */
interface FormEvents {
  changed(field: FieldName): void
  entered(): void
}

/** How long people press a button. */
const PRESS_MS = 200

/** Customer facts that are typed here, by the field they are typed into. */
const CUSTOMER: Partial<Record<FieldName, keyof Customer>> = {
  name: 'holderName',
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  country: 'country',
  phone: 'phone',
}

/** The fields of one component with their messages. It lives in the gateway's frame; nothing of a card leaves it. */
export class Form {
  readonly element: HTMLFormElement
  readonly #fields: readonly Field[]
  readonly #heading = element('h1', { class: 'visually-hidden' })
  readonly #savedCard = new SavedCardLine()
  readonly #brandMark = element('span', { class: 'brand', 'aria-hidden': 'true', translate: 'no' })
  readonly #announcement = element('div', { class: 'visually-hidden', role: 'status' })
  readonly #progress = element('p', { class: 'progress', role: 'status' })
  readonly #saving = new SavingBox()
  readonly #title: Title
  #locale: Locale
  #lastFocused: HTMLElement | null = null

  constructor(title: Title, wanted: readonly Wanted[], locale: Locale, events: FormEvents) {
    this.#title = title
    this.#locale = locale
    this.#fields = wanted.map(({ name, required }) => new Field(name, required))
    const boxes = this.#fields.map(({ box }) => box)
    this.#field('number')?.box.append(this.#brandMark)
    const parts = [
      this.#heading,
      this.#savedCard.element,
      ...boxes,
      this.#saving.element,
      this.#progress,
      this.#announcement,
    ]
    this.element = element('form', { novalidate: true, action: '#' }, ...parts)
    this.#listen(events)
    this.setLocale(locale)
  }

  get texts(): Texts {
    return textsOf(this.#locale)
  }

  /** Says everything in another language; what was typed stays. */
  setLocale(locale: Locale): void {
    this.#locale = locale
    const { texts } = this
    document.documentElement.lang = locale
    document.title = texts[this.#title]
    this.#heading.textContent = texts[this.#title]
    this.#saving.setTexts(texts)
    this.#savedCard.setTexts(texts)
    this.#setFieldTexts()
    for (const field of this.#fields) if (field.isMarked) field.show(this.#problemOf(field))
  }

  /** Says which saved card is paid with. */
  showSavedCard(face: SavedFace): void {
    this.#savedCard.show(face, this.texts)
    this.#setFieldTexts()
  }

  /** Asks whether the card may be kept. */
  offerSaving(): void {
    this.#saving.offer()
  }

  get wantsSaving(): boolean {
    return this.#saving.isTicked
  }

  /** Writes what the session knows into fields that are still empty. */
  prefill(customer: Customer): void {
    for (const field of this.#fields) {
      const known = CUSTOMER[field.name]
      if (field.value === '' && known !== undefined) field.value = customer[known] ?? ''
    }
  }

  value(name: FieldName): string {
    return this.#field(name)?.value ?? ''
  }

  /** What of the customer has been typed here. */
  get customer(): Customer {
    const typed = this.#fields.flatMap((field) => {
      const name = CUSTOMER[field.name]
      return name !== undefined && field.value !== '' ? [[name, field.value]] : []
    })
    return Object.fromEntries(typed)
  }

  /** @param known what the shop's page brings itself and need not be typed */
  problems(known: Customer = {}): readonly FieldProblem[] {
    return this.#fields.flatMap((field) => {
      const fact = CUSTOMER[field.name]
      if (field.value === '' && fact !== undefined && known[fact]) return []
      const message = this.#problemOf(field)
      return message === null ? [] : [{ field: field.name, message }]
    })
  }

  get state(): FormState {
    const problems = this.problems()
    const complete = this.#fields.every(({ required, value }) => !required || value !== '')
    return { valid: problems.length === 0, complete, brand: this.#brand, problems, customer: this.customer }
  }

  /** Marks what is wrong, silently: a field's description is read when the focus comes to it. */
  mark(problems: readonly FieldProblem[]): void {
    for (const field of this.#fields) {
      field.show(problems.find((problem) => problem.field === field.name)?.message ?? null)
    }
  }

  /** Puts the focus on the first field that is marked, else back to where it was. */
  focus(): void {
    const marked = this.#fields.find(({ isMarked }) => isMarked)?.input
    ;(marked ?? this.#lastFocused)?.focus()
  }

  /** Says what is going on, or what went wrong with no field to blame. */
  say(text: string): void {
    this.#progress.textContent = text
  }

  setBusy(isBusy: boolean): void {
    this.element.setAttribute('aria-busy', String(isBusy))
    for (const { input } of this.#fields) input.toggleAttribute('readonly', isBusy)
  }

  /** The security code is good for one payment. */
  forgetCode(): void {
    const code = this.#field('cvc')
    if (code) code.value = ''
  }

  get #brand(): string | null {
    return this.#savedCard.brand ?? brandOfTyped(this.value('number'))
  }

  get #context(): Context {
    return { number: this.value('number'), brand: this.#brand }
  }

  #field(name: FieldName): Field | undefined {
    return this.#fields.find((field) => field.name === name)
  }

  #problemOf(field: Field): string | null {
    return field.problem(this.texts, this.#context)
  }

  #listen(events: FormEvents): void {
    this.element.addEventListener('submit', (event) => event.preventDefault())
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      events.entered()
    })
    this.element.addEventListener('focusin', ({ target }) => {
      this.#lastFocused = target as HTMLElement
    })
    for (const field of this.#fields) {
      field.input.addEventListener('input', () => this.#changed(field, events))
      field.input.addEventListener('blur', () => this.#left(field))
    }
  }

  #changed(field: Field, events: FormEvents): void {
    // Nobody is told off while still typing.
    field.show(null)
    if (field.name === 'number') this.#followBrand()
    events.changed(field.name)
  }

  #followBrand(): void {
    this.#brandMark.textContent = BRAND_NAMES[this.#brand ?? ''] ?? ''
    const code = this.#field('cvc')
    const length = cvvLengthOf(this.#brand === 'amex' ? 'amex' : null)
    if (code && this.#brand !== null && code.value.length > length) code.value = code.value.slice(0, length)
    this.#setFieldTexts()
  }

  /** A button that is being pressed must not move away under the pointer, so the message waits for the press to end. */
  #left(field: Field): void {
    setTimeout(() => {
      if (field.value === '' || document.activeElement === field.input) return
      const problem = this.#problemOf(field)
      // The focus has gone on by now, so the message is said aloud, once.
      if (field.show(problem)) this.#announcement.textContent = `${this.texts[field.name]}: ${problem}`
    }, PRESS_MS)
  }

  #setFieldTexts(): void {
    const { texts } = this
    const codeHint = this.#brand === 'amex' ? texts.cvcHintAmex : texts.cvcHint
    for (const field of this.#fields) field.setTexts(texts, this.#locale, field.name === 'cvc' ? codeHint : '')
  }
}
