import { BRAND_NAMES } from '../shared/brand-names.ts'
import { element } from '../shared/dom.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'

/** What of a saved card may be shown. */
export interface SavedCardDetails {
  readonly masked: string
  readonly brand: string | null
  /** `MM / YY`; empty where nobody said. */
  readonly expiry: string
}

/** Says which saved card is paid with; says nothing while there is none. */
export class SavedCardLine {
  readonly element = element('p', { class: 'saved-card', translate: 'no' })
  #card: SavedCardDetails | null = null

  get brand(): string | null {
    return this.#card?.brand ?? null
  }

  show(card: SavedCardDetails, texts: Texts): void {
    this.#card = card
    this.setTexts(texts)
  }

  setTexts(texts: Texts): void {
    if (!this.#card) return
    const { masked, brand, expiry } = this.#card
    const name = brand === null ? '' : (BRAND_NAMES[brand] ?? brand)
    const unbroken = expiry.replaceAll(' ', '\u00a0')
    const words = [name, texts.endingIn, masked.slice(-4), expiry && `· ${texts.expires} ${unbroken}`]
    this.element.textContent = words.filter(Boolean).join(' ')
  }
}
