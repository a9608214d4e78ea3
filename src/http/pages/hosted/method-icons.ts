import { type Html, html } from '#html/html.ts'

/** Own drawings of kinds of payment, 32 by 32, without marks of brands; decoration next to words. */
const DRAWINGS = {
  card: html`<rect x="3" y="6" width="26" height="20" rx="3.5"/><path d="M3 12.500h26M8 20h6"/>`,
  bank: html`<path d="M4 13 16 5l12 8zM4 27h24M8 13v10m5.500-10v10m5-10v10M24 13v10M6 23h20"/>`,
  wallet: html`<path d="M4 10.500 20 5l3 5"/><rect x="4" y="10" width="24" height="16" rx="3"/><circle cx="22.500" cy="18" r="1.500"/>`,
  phone: html`<rect x="9" y="3" width="14" height="26" rx="3.500"/><path d="M13.500 15a3.500 3.500 0 0 1 5 0M11.500 12a6.500 6.500 0 0 1 9 0"/><circle cx="16" cy="19" r="1"/>`,
  qr: html`<rect x="5" y="5" width="8" height="8" rx="1"/><rect x="19" y="5" width="8" height="8" rx="1"/><rect x="5" y="19" width="8" height="8" rx="1"/><path d="M19 19h3v3m5-3v3m-8 5h3m2-2h3v2"/>`,
  cash: html`<rect x="3" y="8" width="26" height="16" rx="2.500"/><circle cx="16" cy="16" r="4"/><path d="M7.500 16h.1m16.900 0h.1"/>`,
  voucher: html`<path d="M4 8h24v5a3 3 0 0 0 0 6v5H4v-5a3 3 0 0 0 0-6z"/><path d="M12 13v1m0 4v1M17 13h5m-5 6h5"/>`,
  lock: html`<rect x="6" y="14" width="20" height="14" rx="3"/><path d="M10.500 14V9.500a5.500 5.500 0 0 1 11 0V14M16 20v2.500"/>`,
} as const

type Drawing = keyof typeof DRAWINGS

/** Drawings by method; all others have the voucher. */
const KINDS: readonly (readonly [Drawing, readonly string[]])[] = [
  ['card', ['card', 'saved_card']],
  ['wallet', ['walleta-pay-redirect', 'WALLETS', ...vouchers('ali', 'chp', 'ntl', 'grp', 'spx', 'epd')]],
  ['phone', ['walletb-pay-redirect', 'UPI', ...vouchers('gch', 'dna', 'lnj', 'mah', 'khp')]],
  ['bank', ['OPEN_BANKING', 'BANK_TRANSFER', ...vouchers('gir', 'glu', 'obt', 'npy', 'onb', 'pwy', 'spi', 'sft')]],
  ['qr', ['QR_CODE']],
  ['cash', vouchers('blt', 'pgf', 'pch', 'cns')],
]

const BY_METHOD = new Map(KINDS.flatMap(([drawing, methods]) => methods.map((method) => [method, drawing] as const)))

function vouchers(...codes: readonly string[]): readonly string[] {
  return codes.map((code) => `voucher-redirect-${code}`)
}

/** Draws an icon; it refers to a drawing of `iconSheet`. */
export function methodIcon(method: string): Html {
  return icon(BY_METHOD.get(method) ?? 'voucher')
}

export function lockIcon(): Html {
  return icon('lock')
}

function icon(drawing: Drawing): Html {
  return html`<svg class="method-icon" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><use href="#icon-${drawing}"/></svg>`
}

/** Defines all drawings once for a page, without showing them. */
export function iconSheet(): Html {
  const symbols = Object.entries(DRAWINGS).map(
    ([name, shapes]) => html`<symbol id="icon-${name}" viewBox="0 0 32 32">${shapes}</symbol>`,
  )
  return html`<svg width="0" height="0" class="icon-sheet" aria-hidden="true" focusable="false">${symbols}</svg>`
}
