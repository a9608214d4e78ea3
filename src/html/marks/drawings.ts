import { type Html, html } from '../html.ts'
import { strokesOf } from './letters.ts'

/** Shapes of card networks, 36 by 24, on white. */
export const NETWORKS: Readonly<Record<string, Html>> = {
  visa: word('VISA', '#1a1f71', html` skewX(-12)`),
  mastercard: circles('#eb001b', '#f79e1b', '#ff5f00'),
  maestro: circles('#eb001b', '#00a2e5', '#7375cf'),
  amex: tile('AMEX', '#016fd0'),
  discover: html`<path fill="#f76f20" d="M36 15v9H15c9-1.5 16-4.5 21-9z"/>${word('DISCOVER', '#231f20')}`,
  diners: html`<circle cx="18" cy="12" r="8.5" fill="#0079be"/><circle cx="18" cy="12" r="6.5" fill="#fff"/><path fill="#0079be" d="M16.5 7.3v9.4a5 5 0 0 1 0-9.4zm3 0a5 5 0 0 1 0 9.4z"/>`,
  jcb: html`<path fill="#0e4c96" d="M9 4h5v16H7V6z"/><path fill="#d7263d" d="M14.5 4h7v16h-7z"/><path fill="#157f3d" d="M22 4h7v14l-2 2h-5z"/>${word('JCB', '#fff')}`,
  unionpay: html`<path fill="#e21836" d="M9 4h7l-3 16H6z"/><path fill="#00447c" d="M16 4h7l-3 16h-7z"/><path fill="#007b84" d="M23 4h7l-3 16h-7z"/>`,
  dinacard: tile('DINA', '#1f4e9e'),
}

const KINDS = {
  card: html`<rect x="3" y="6" width="26" height="20" rx="3.5"/><path d="M3 12.5h26M8 20h6"/>`,
  bank: html`<path d="M4 13 16 5l12 8zM4 27h24M8 13v10m5.5-10v10m5-10v10M24 13v10M6 23h20"/>`,
  wallet: html`<path d="M4 10.5 20 5l3 5"/><rect x="4" y="10" width="24" height="16" rx="3"/><circle cx="22.5" cy="18" r="1.5"/>`,
  qr: html`<rect x="5" y="5" width="8" height="8" rx="1"/><rect x="19" y="5" width="8" height="8" rx="1"/><rect x="5" y="19" width="8" height="8" rx="1"/><path d="M19 19h3v3m5-3v3m-8 5h3m2-2h3v2"/>`,
  cash: html`<rect x="3" y="8" width="26" height="16" rx="2.5"/><circle cx="16" cy="16" r="4"/><path d="M7.5 16h.1m16.9 0h.1"/>`,
  voucher: html`<path d="M4 8h24v5a3 3 0 0 0 0 6v5H4v-5a3 3 0 0 0 0-6z"/><path d="M12 13v1m0 4v1M17 13h5m-5 6h5"/>`,
} as const

/** Methods without a brand. */
const GENERIC: Readonly<Record<string, keyof typeof KINDS>> = {
  card: 'card',
  saved_card: 'card',
  'network-token': 'card',
  OPEN_BANKING: 'bank',
  BANK_TRANSFER: 'bank',
  onb: 'bank',
  WALLETS: 'wallet',
  QR_CODE: 'qr',
  cns: 'cash',
  PAYOUT: 'cash',
  iso8583: 'bank',
  'card-simulator': 'card',
  'wallet-simulator': 'wallet',
  'payout-simulator': 'cash',
  'alternative-simulator': 'qr',
}

/** Letters of wallets, vouchers, schemes and providers, and the color behind them. */
const LETTERED: Readonly<Record<string, readonly [letters: string, color: string]>> = {
  'walleta-pay': ['WA', '#111827'],
  'walletb-pay': ['WB', '#1d4ed8'],
  UPI: ['UPI', '#3f4a45'],
  ali: ['ALI', '#0b6fd6'],
  blt: ['BOL', '#2f3b46'],
  chp: ['CC', '#5b2bc4'],
  gir: ['GIRO', '#0b3b8c'],
  glu: ['TR', '#0a7d3c'],
  obt: ['RT', '#862165'],
  npy: ['EPS', '#b3134f'],
  ntl: ['NET', '#4f7d12'],
  pgf: ['PF', '#8a6a00'],
  psc: ['PS', '#0a5aa8'],
  pch: ['PC', '#0a7f8c'],
  pwy: ['P24', '#c0202f'],
  gch: ['GC', '#0a5fd1'],
  grp: ['GRAB', '#07823a'],
  dna: ['DANA', '#0f7fd0'],
  lnj: ['LINK', '#c7202b'],
  mah: ['MAYA', '#0b7a4b'],
  spx: ['SP', '#c8431a'],
  khp: ['KP', '#3b1e1e'],
  spi: ['SPEI', '#5a2d82'],
  sft: ['SOF', '#4b3f8f'],
  epd: ['EPAY', '#b3261e'],
  idl: ['IDEAL', '#b8006b'],
  bct: ['BC', '#0b4ea2'],
  blk: ['BLIK', '#111111'],
  kla: ['K', '#9c2f5b'],
  swi: ['SW', '#3d7a1c'],
  twt: ['TW', '#262626'],
  mbp: ['MP', '#4353c9'],
  adyen: ['AD', '#0a7d3c'],
  cashfree: ['CF', '#7b2fbe'],
  paypal: ['PAY', '#0b3b8c'],
  stripe: ['ST', '#5247d6'],
}

/** Picture of a method by its name without prefix and suffix; unknown ones are vouchers. */
export function methodDrawing(name: string): Html {
  const lettered = LETTERED[name]
  if (lettered) return tile(...lettered)
  const shapes = KINDS[GENERIC[name] ?? 'voucher']
  return html`<g fill="none" stroke="#53625d" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" transform="translate(8 2) scale(.625)">${shapes}</g>`
}

function circles(left: string, right: string, both: string): Html {
  return html`<circle cx="14" cy="12" r="7" fill="${left}"/><circle cx="22" cy="12" r="7" fill="${right}"/><path fill="${both}" d="M18 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z"/>`
}

function tile(letters: string, color: string): Html {
  return html`<path fill="${color}" d="M0 0h36v24H0z"/>${word(letters, '#fff')}`
}

/** Letters in the middle, as large as they fit. */
function word(letters: string, ink: string, slant?: Html): Html {
  const { path, width } = strokesOf(letters)
  const scale = Number(Math.min(1.5, 27 / width).toFixed(2))
  const [x, y] = [(36 - width * scale) / 2, 12 - 3 * scale].map((place) => Number(place.toFixed(1)))
  return html`<path fill="none" stroke="${ink}" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round" transform="translate(${x} ${y}) scale(${scale})${slant}" d="${path}"/>`
}
