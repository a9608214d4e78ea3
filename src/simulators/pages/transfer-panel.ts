import { formatMoney, majorUnitsOf } from '#domain/currency.ts'
import { netReceived } from '#domain/money.ts'
import { amountButton, readingChoice } from '#html/amount-entry.ts'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import type { ShownCharge } from '../common/pages.ts'
import { BIC, creditorReferenceOf, ibanOf, inFours } from './account-details.ts'
import { type ChargeView, type ChoiceLabels, choices, panelHead, price } from './charge-parts.ts'

const LABELS: ChoiceLabels = {
  APPROVED: 'The full amount arrives',
  PENDING: 'I will transfer it later',
  DECLINED: 'The bank declines',
  CANCELED: 'Cancel',
}

export function transferPanel({ charge, payableSeconds }: ChargeView): Html {
  const { attemptId, money, state, createdAt } = charge
  const { merchantName } = charge.page
  const payUntil = new Date(createdAt.getTime() + payableSeconds * 1000)
  return html`<section class="panel" aria-labelledby="panel-title">
${panelHead('Bank transfer', 'Transfer the money')}
${price(charge)}
${facts({
  Payee: merchantName,
  IBAN: inFours(ibanOf(merchantName)),
  BIC,
  'Payment reference': inFours(creditorReferenceOf(attemptId)),
  Amount: formatMoney(money, 'en'),
  'Pay until': new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(payUntil),
})}
${state === 'PENDING' && html`<p class="notice notice-info">Waiting for your transfer. ${arrivedOf(charge)}</p>`}
${choices(charge, LABELS)}
</section>`
}

/** Receives money as often as the tester likes, also after the payment has ended. */
export function arrivalPanel({ charge, entered }: ChargeView): Html {
  const { currency } = charge.money
  const { entry } = entered
  const problem = entry?.problem
  return html`<section class="panel" aria-labelledby="arrivals">
<header><p class="eyebrow">Test panel</p><h2 id="arrivals">Simulate a transfer</h2></header>
<form method="post" action="/simulators/checkouts/${charge.attemptId}/transfers" class="request">
<div class="field"><label for="amount">Amount in ${currency}</label>
<input id="amount" name="amount" value="${entered.amount ?? majorUnitsOf(charge.money)}" inputmode="decimal" autocomplete="off" maxlength="40" required aria-describedby="amount-problem" ${problem !== undefined && html`aria-invalid="true"`}>
<p class="field-problem" id="amount-problem">${problem}</p></div>
${entry && readingChoice(entry, currency)}
${amountButton({
  field: 'amount',
  currency,
  amount: entry ? entry.amount : charge.money.amount,
  words: 'Send',
  className: 'button button-secondary',
  does: 'arrive',
})}
</form>
${movements(charge)}
</section>`
}

function movements({ transfers = [], money: { currency } }: ShownCharge): Html | false {
  const rows = transfers.map(({ direction, amount }) => {
    const [words, sign] = direction === 'IN' ? ['Arrived', '+'] : ['Returned', '−']
    return html`<li data-direction="${direction}"><span>${words}</span><span>${sign} ${formatMoney({ amount, currency }, 'en')}</span></li>`
  })
  return rows.length > 0 && html`<ul class="movements">${rows}</ul>`
}

function arrivedOf({ transfers = [], money: { amount, currency } }: ShownCharge): string {
  const arrived = netReceived(transfers)
  const shown = (part: bigint) => formatMoney({ amount: part, currency }, 'en')
  return arrived === 0n ? 'Nothing has arrived yet.' : `${shown(arrived)} of ${shown(amount)} has arrived.`
}
