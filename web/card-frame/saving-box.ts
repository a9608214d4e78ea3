import { element } from '../shared/dom.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'

/** Asks whether the card may be saved, where the session leaves that to the shopper. */
export class SavingBox {
  readonly element: HTMLElement
  readonly #box = element('input', { type: 'checkbox', id: 'save-card' })
  readonly #words = element('span')

  constructor() {
    this.element = element('label', { class: 'saving', hidden: true }, this.#box, this.#words)
  }

  get isTicked(): boolean {
    return this.#box.checked
  }

  offer(): void {
    this.element.hidden = false
  }

  setTexts(texts: Texts): void {
    this.#words.textContent = texts.saveCard
  }
}
