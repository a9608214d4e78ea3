import { formatMoney } from '#domain/currency.ts'
import type { AmountEntry } from '#domain/entered-amount.ts'
import { type Html, html } from '#html/html.ts'
import type { PageChoice, ShownCharge } from '../common/pages.ts'

/** Values chosen or entered so far: from the URL, or from a rejected form. */
export interface Entered {
  /** The bank or wallet. */
  readonly via?: string
  /** The payer's UPI address. */
  readonly vpa?: string
  /** Received amount, in major units. */
  readonly amount?: string
  readonly entry?: AmountEntry & { readonly amount: bigint | undefined; readonly problem: string | undefined }
}

export interface ChargeView {
  readonly charge: ShownCharge
  readonly entered: Entered
  readonly address: string
  readonly payableSeconds: number
}

/** The title has the ID `panel-title`. */
export function panelHead(eyebrow: string, title: string): Html {
  return html`<header>
<p class="eyebrow">${eyebrow}</p>
<h1 id="panel-title">${title}</h1>
</header>`
}

export function price({ money, page }: ShownCharge): Html {
  return html`<div>
<p class="amount">${formatMoney(money, 'en')}</p>
<p class="muted">to <strong>${page.merchantName}</strong></p>
</div>`
}

/** For a shopper who returns later. */
export function postponed({ state }: ShownCharge): Html | false {
  return (
    state === 'PENDING' && html`<p class="notice notice-info">You postponed this payment. You can still pay it.</p>`
  )
}

export type ChoiceLabels = Readonly<Record<PageChoice, string>>

const ORDER: readonly PageChoice[] = ['APPROVED', 'PENDING', 'DECLINED', 'CANCELED']

/** The preset button comes first and in full width, or all alike after another step. */
export function choices(
  { attemptId, preset }: ShownCharge,
  labels: ChoiceLabels,
  look: 'button-primary' | 'button-secondary' = 'button-primary',
): Html {
  const others = ORDER.filter((choice) => choice !== preset)
  return html`<form method="post" action="/simulators/checkouts/${attemptId}/outcome">
<div class="choices ${look === 'button-primary' && 'choices-three'}">
${button(preset, labels, look)}
${others.map((choice) => button(choice, labels, 'button-secondary'))}
</div>
</form>`
}

function button(choice: PageChoice, labels: ChoiceLabels, look: string): Html {
  return html`<button class="button ${look}" name="outcome" value="${choice}" data-outcome="${choice}">${labels[choice]}</button>
`
}
