import { formatMoney } from '#domain/currency.ts'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import type { ShownCharge } from '../common/pages.ts'
import { type ChoiceLabels, choices } from './charge-parts.ts'

interface Wallet {
  readonly name: string
  readonly look: 'walleta' | 'walletb'
  /** Card number shown as the owner's. */
  readonly card: string
}

export const WALLETS: Readonly<Record<string, Wallet>> = {
  'walleta-pay-redirect': { name: 'Walleta Pay', look: 'walleta', card: 'Visa •••• 1111' },
  'walletb-pay-redirect': { name: 'Walletb Pay', look: 'walletb', card: 'Mastercard •••• 4444' },
}

const LABELS: Omit<ChoiceLabels, 'APPROVED'> = { PENDING: 'Decide later', DECLINED: 'Decline', CANCELED: 'Cancel' }

export function walletPanel(charge: ShownCharge, { name, look, card }: Wallet): Html {
  const { money, reference, page } = charge
  const amount = formatMoney(money, 'en')
  return html`<section class="panel wallet ${look}" aria-labelledby="wallet">
<header class="wallet-head"><span class="wallet-mark" aria-hidden="true"></span><h1 id="wallet">${name}</h1></header>
<p class="wallet-card"><span class="wallet-chip" aria-hidden="true"></span><span>${card}</span></p>
<div>
<p class="amount">${amount}</p>
<p class="muted">to <strong>${page.merchantName}</strong></p>
</div>
${charge.state === 'PENDING' && html`<p class="notice notice-info">You postponed this payment. You can still pay it.</p>`}
${facts({ Reference: reference })}
${choices(charge, { ...LABELS, APPROVED: `Pay ${amount}` })}
</section>`
}
