import { BRAND_NAMES } from './brand-names.ts'
import { element } from './dom.ts'

/** Shows the brand of a card: its name, and before it the mark that the server drew, because scripts write no markup. */
export function showBrand(place: HTMLElement, brand: string | null): void {
  const mark = document.querySelector(`[data-mark="${brand}"] > svg`)?.cloneNode(true)
  const name = element('span', { class: mark && 'visually-hidden' }, BRAND_NAMES[brand ?? ''] ?? '')
  place.replaceChildren(...(mark ? [mark] : []), name)
}
