import { type Html, html } from '../html.ts'
import { methodDrawing, NETWORKS } from './drawings.ts'

/**
 * Draws the mark of a card network (`visa`) or payment method (`voucher-redirect-idl`, `UPI`) or provider: decoration next to its
 * name, as high as a line. For a card of an unknown network pass `card`.
 */
export function brandMark(name: string): Html {
  const drawing = NETWORKS[name] ?? methodDrawing(name.replace(/^voucher-redirect-|-redirect$/g, ''))
  return html`<svg class="mark" viewBox="0 0 36 24" aria-hidden="true" focusable="false">${drawing}</svg>`
}
