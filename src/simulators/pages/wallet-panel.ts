import { formatMoney } from '#domain/currency.ts'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import { type ChargeView, choiceLabels, choices, postponed, price } from './charge-parts.ts'

interface Wallet {
  readonly name: string
  readonly look: 'walleta' | 'walletb'
  /** Card shown as the owner's. */
  readonly brand: string
  readonly card: string
}

export const WALLETS: Readonly<Record<string, Wallet>> = {
  'walleta-pay-redirect': { name: 'Walleta Pay', look: 'walleta', brand: 'visa', card: 'Visa •••• 1111' },
  'walletb-pay-redirect': { name: 'Walletb Pay', look: 'walletb', brand: 'mastercard', card: 'Mastercard •••• 4444' },
}

export function walletPanel(view: ChargeView, { name, look, brand, card }: Wallet): Html {
  const { charge, locale, texts } = view
  const { payAmount, reference } = hostedTextsOf(locale)
  const pay = fill(payAmount, { amount: formatMoney(charge.money, locale) })
  return html`<section class="panel wallet ${look}" aria-labelledby="wallet">
<header class="wallet-head"><span class="wallet-mark" aria-hidden="true"></span><h1 id="wallet">${name}</h1></header>
<p class="wallet-card" dir="ltr">${brandMark(brand)}<span>${card}</span></p>
${price(view)}
${postponed(view)}
${facts({ [reference]: charge.reference })}
${choices(charge, choiceLabels(texts, pay))}
</section>`
}
