import { isMonthOver } from '../../src/domain/expiry.ts'
import { BRAND_NAMES } from '../shared/brand-names.ts'
import { element } from '../shared/dom.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'
import type { SavedCard } from '../shared/handshake.ts'
import type { ComponentData } from '../shared/protocol.ts'

export interface SavedCardDetails {
  readonly masked: string
  readonly brand: string | null
  /** `MM / YY`; empty where it is not known. */
  readonly expiry: string
}

/** Shows which saved card is paid with; empty while there is none. */
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
    const words = [
      name,
      texts.endingIn,
      masked.slice(-4),
      expiry && `· ${isOver(expiry) ? texts.expired : texts.expires} `,
    ]
    const unbroken = element('bdi', { dir: 'ltr' }, expiry.replaceAll(' ', '\u00a0'))
    this.element.replaceChildren(words.filter(Boolean).join(' '), unbroken)
  }
}

/** True if the month of an `MM / YY` is over. */
function isOver(expiry: string): boolean {
  const [month, year] = expiry.split(' / ').map(Number)
  return isMonthOver(month!, 2000 + year!, new Date())
}

/** A saved card as the shopper reads it: as the gateway knows it, else as the shop says. */
export function savedCardDetailsOf(saved: SavedCard | undefined, data: ComponentData): SavedCardDetails {
  const given = data.expirationDate ?? ''
  const expiry = saved
    ? `${String(saved.expiration_month).padStart(2, '0')} / ${String(saved.expiration_year).slice(-2)}`
    : given && `${given.slice(0, 2)} / ${given.slice(2)}`
  return { masked: saved?.masked ?? data.maskedPan ?? '', brand: saved?.brand ?? data.cardBrand ?? null, expiry }
}
