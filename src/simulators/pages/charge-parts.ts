import { formatMoney } from '#domain/currency.ts'
import type { AmountEntry } from '#domain/entered-amount.ts'
import { type Html, html } from '#html/html.ts'
import type { Locale } from '#web/shared/locales.ts'
import type { BankTexts } from '#web/simulators/texts/texts.ts'
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
  readonly locale: Locale
  readonly texts: BankTexts
}

/** The title has the ID `panel-title`. */
export function panelHead(eyebrow: string | Html, title: string): Html {
  return html`<header>
<p class="eyebrow">${eyebrow}</p>
<h1 id="panel-title">${title}</h1>
</header>`
}

export function price({ charge: { money, page }, locale, texts }: ChargeView): Html {
  return html`<div>
<p class="amount">${formatMoney(money, locale)}</p>
<p class="muted">${texts.to} <strong>${page.merchantName}</strong></p>
</div>`
}

/** For a shopper who returns later. */
export function postponed({ charge, texts }: ChargeView): Html | false {
  return charge.state === 'PENDING' && html`<p class="notice notice-info">${texts.postponed}</p>`
}

/** Last day to pay a voucher or transfer, in UTC. */
export function payUntil({ charge, payableSeconds, locale }: ChargeView): string {
  const end = new Date(charge.createdAt.getTime() + payableSeconds * 1000)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(end)
}

export type ChoiceLabels = Readonly<Record<PageChoice, string>>

/** @param approved label of the button that pays */
export function choiceLabels({ later, decline, cancel }: BankTexts, approved: string, pending = later): ChoiceLabels {
  return { APPROVED: approved, PENDING: pending, DECLINED: decline, CANCELED: cancel }
}

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
