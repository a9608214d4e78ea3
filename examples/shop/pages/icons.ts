import { type Html, html } from '../html.ts'

/** Small drawings for the payment options. Decoration: each stands beside a name. */
export const CARD_ICON = icon(html`<rect x="3" y="6" width="26" height="20" rx="3.5"/><path d="M3 13h26M8 20h6"/>`)

export const SAVED_CARD_ICON = icon(
  html`<path d="M18 26H6.5A3.5 3.5 0 0 1 3 22.500V9.500A3.500 3.500 0 0 1 6.500 6h19A3.500 3.500 0 0 1 29 9.500V15M3 13h26"/><path d="m20 23 3 3 6-7"/>`,
)

export const WALLET_A_ICON = icon(
  html`<path d="M4 10.500 20 5l3 5"/><rect x="4" y="10" width="24" height="16" rx="3"/><circle cx="22.500" cy="18" r="1.500"/>`,
)

export const WALLET_B_ICON = icon(
  html`<rect x="9" y="3" width="14" height="26" rx="3.500"/><path d="M13.500 15a3.500 3.500 0 0 1 5 0M11.500 12a6.500 6.500 0 0 1 9 0"/><circle cx="16" cy="19" r="1"/>`,
)

export const VOUCHER_ICON = icon(
  html`<path d="M4 8h24v5a3 3 0 0 0 0 6v5H4v-5a3 3 0 0 0 0-6z"/><path d="M12 13v1m0 4v1M17 13h5m-5 6h5"/>`,
)

export const BANK_ICON = icon(html`<path d="M4 13 16 5l12 8zM4 27h24M8 13v10m5.500-10v10m5-10v10M24 13v10M6 23h20"/>`)

function icon(shapes: Html): Html {
  return html`<svg class="option-icon" viewBox="0 0 32 32" aria-hidden="true" focusable="false">${shapes}</svg>`
}
