import { formatMoney } from '#domain/currency.ts'
import type { ShownCharge } from '#providers/simulators/common/pages.ts'
import { type Html, html } from '../html.ts'

/** What was chosen or typed on the page so far, as its address or a form that was refused brings it. */
export interface Entered {
  /** The bank or wallet. */
  readonly via?: string
  /** The payer's UPI address. */
  readonly vpa?: string
  /** What is said to have arrived, in major units. */
  readonly amount?: string
}

/** What the page of a bank payment is drawn from. */
export interface SheetView {
  readonly charge: ShownCharge
  readonly entered: Entered
  /** Where the page itself is reached. */
  readonly address: string
  /** How long a transfer may take. */
  readonly payableSeconds: number
}

/** The head of a sheet; its title has the id `sheet`. */
export function sheetHead(eyebrow: string, title: string): Html {
  return html`<header>
<p class="eyebrow">${eyebrow}</p>
<h1 id="sheet">${title}</h1>
</header>`
}

/** What is paid, and to whom. */
export function price({ money, page }: ShownCharge): Html {
  return html`<div>
<p class="amount">${formatMoney(money, 'en')}</p>
<p class="muted">to <strong>${page.merchantName}</strong></p>
</div>`
}

/** Said on a page that somebody comes back to. */
export function postponed({ state }: ShownCharge): Html | false {
  return state === 'PENDING' && html`<p class="notice notice-info">You put this off. It can still be paid.</p>`
}
