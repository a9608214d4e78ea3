import { element } from '../shared/dom.ts'
import type { FieldName } from '../shared/fields/field-kinds.ts'
import { directionOf } from '../shared/locales.ts'
import type { AgreementTexts, Fault } from '../shared/protocol.ts'
import { AgreementLine } from './agreement-line.ts'
import type { Field } from './field.ts'
import { FieldGroup, type RequestedField } from './field-group.ts'
import { faultText, type Language } from './language.ts'
import { type SavedCardDetails, SavedCardLine } from './saved-card-line.ts'
import { SavingBox } from './saving-box.ts'

export type Title = 'cardTitle' | 'savedCardTitle' | 'methodTitle'

interface FormEvents {
  changed(field: FieldName): void
  entered(): void
}

/** Longer than a button is usually held down. */
const PRESS_MS = 200

/** The form of one component. It lives in the gateway's frame; no card data leaves it. */
export class Form {
  readonly element: HTMLFormElement
  readonly fields: FieldGroup
  readonly #heading = element('h1', { class: 'visually-hidden' })
  readonly #savedCard = new SavedCardLine()
  readonly #announcement = element('div', { class: 'visually-hidden', role: 'status' })
  readonly #progress = element('p', { class: 'progress', role: 'status' })
  readonly #saving = new SavingBox()
  readonly #agreement = new AgreementLine()
  readonly #title: Title
  #language!: Language
  #lastFocused: HTMLElement | null = null

  constructor(title: Title, wanted: readonly RequestedField[], language: Language, events: FormEvents) {
    this.#title = title
    this.fields = new FieldGroup(wanted, ({ name }) => events.changed(name))
    const parts = [
      this.#heading,
      this.#savedCard.element,
      ...this.fields.all.map(({ box }) => box),
      this.#saving.element,
      this.#agreement.element,
      this.#progress,
      this.#announcement,
    ]
    this.element = element('form', { novalidate: true, action: '#' }, ...parts)
    this.#listen(events)
    this.setLanguage(language)
  }

  /** Shows all texts in another language; what was typed stays. */
  setLanguage(language: Language): void {
    const { texts, locale } = language
    this.#language = language
    Object.assign(document.documentElement, { lang: locale, dir: directionOf(locale) })
    document.title = texts[this.#title]
    this.#heading.textContent = texts[this.#title]
    this.#saving.setTexts(texts)
    this.#agreement.setLocale(locale)
    this.#savedCard.setTexts(texts)
    this.fields.setTexts(texts, locale)
  }

  showSavedCard(card: SavedCardDetails): void {
    this.#savedCard.show(card, this.#language.texts)
    this.fields.expectBrand(card.brand)
  }

  offerSaving(): void {
    this.#saving.offer()
  }

  showAgreement(texts: AgreementTexts): void {
    this.#agreement.show(texts, this.#language.locale)
  }

  get wantsSaving(): boolean {
    return this.#saving.isTicked
  }

  /** Puts the focus on the first field that is marked, else back to where it was. */
  focus(): void {
    const marked = this.fields.firstMarked?.input
    ;(marked ?? this.#lastFocused)?.focus()
  }

  showProgress(text: string): void {
    this.#progress.textContent = text
  }

  begin(): void {
    this.fields.mark([])
    this.#setBusy(true)
    this.showProgress(this.#language.texts.asking)
  }

  /** The payment has ended; shows a problem that belongs to no field. */
  finish(fault: Fault | null): void {
    this.#setBusy(false)
    this.showProgress(!fault || fault.code === 'invalid_fields' ? '' : faultText(this.#language.texts, fault.code))
  }

  #setBusy(isBusy: boolean): void {
    this.element.setAttribute('aria-busy', String(isBusy))
    for (const { input } of this.fields.all) input.toggleAttribute('readonly', isBusy)
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
    for (const field of this.fields.all) field.input.addEventListener('blur', () => this.#onBlur(field))
  }

  /** A message moves what is below it, so it waits until a press that may have taken the focus has usually ended. */
  #onBlur(field: Field): void {
    setTimeout(() => {
      if (field.value === '' || document.activeElement === field.input) return
      const problem = this.fields.problemOf(field)
      // The gateway may have found one by now that is not to be seen here.
      if (problem === null) return
      // The focus has moved on by now, so the message is announced, once.
      if (field.show(problem)) this.#announcement.textContent = `${this.#language.texts[field.name]}: ${problem}`
    }, PRESS_MS)
  }
}
