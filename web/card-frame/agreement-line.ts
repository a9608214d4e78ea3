import { element } from '../shared/dom.ts'
import type { Locale } from '../shared/locales.ts'
import type { AgreementTexts } from '../shared/protocol.ts'

export class AgreementLine {
  readonly element = element('p', { class: 'agreement', 'data-field': 'agreement' })
  #texts: AgreementTexts | null = null

  show(texts: AgreementTexts, locale: Locale): void {
    this.#texts = texts
    this.setLocale(locale)
  }

  setLocale(locale: Locale): void {
    this.element.textContent = this.#texts?.[locale] ?? ''
  }
}
