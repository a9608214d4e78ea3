import { BRAND_NAMES } from '../shared/brand-names.ts'
import { element } from '../shared/dom.ts'
import type { Texts } from './texts/texts.ts'

/** What of a saved card may be shown. */
export interface SavedFace {
  readonly masked: string
  readonly brand: string | null
  /** `MM / YY`; empty where nobody said. */
  readonly expiry: string
}

/** Says which saved card is paid with; says nothing while there is none. */
export class SavedCardLine {
  readonly element = element('p', { class: 'saved-card', translate: 'no' })
  #face: SavedFace | null = null

  get brand(): string | null {
    return this.#face?.brand ?? null
  }

  show(face: SavedFace, texts: Texts): void {
    this.#face = face
    this.setTexts(texts)
  }

  setTexts(texts: Texts): void {
    if (!this.#face) return
    const { masked, brand, expiry } = this.#face
    const name = brand === null ? '' : (BRAND_NAMES[brand] ?? brand)
    const unbroken = expiry.replaceAll(' ', '\u00a0')
    const words = [name, texts.endingIn, masked.slice(-4), expiry && `· ${texts.expires} ${unbroken}`]
    this.element.textContent = words.filter(Boolean).join(' ')
  }
}
