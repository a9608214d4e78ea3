import { formatMoney, majorUnitsOf } from '#domain/currency.ts'
import { netReceived } from '#domain/money.ts'
import { amountButton, readingChoice } from '#html/amount-entry.ts'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import type { ShownCharge } from '../common/pages.ts'
import { BIC, creditorReferenceOf, ibanOf, inFours } from './account-details.ts'
import { type ChargeView, choiceLabels, choices, panelHead, payUntil, price } from './charge-parts.ts'

export function transferPanel(view: ChargeView): Html {
  const { charge, locale, texts } = view
  const { merchantName } = charge.page
  const { payTo, link } = hostedTextsOf(locale)
  return html`<section class="panel" aria-labelledby="panel-title">
${panelHead(texts.names.BANK_TRANSFER, texts.transferTitle)}
${price(view)}
${facts({
  [payTo]: merchantName,
  IBAN: inFours(ibanOf(merchantName)),
  BIC,
  [texts.paymentReference]: inFours(creditorReferenceOf(charge.attemptId)),
  [link.amount]: formatMoney(charge.money, locale),
  [link.payUntil]: payUntil(view),
})}
${charge.state === 'PENDING' && html`<p class="notice notice-info">${texts.transferWaiting} ${arrivedOf(view)}</p>`}
${choices(charge, choiceLabels(texts, texts.arrives, texts.payLater))}
</section>`
}

/** Receives money as often as the tester likes, also after the payment has ended. */
export function arrivalPanel({ charge, entered }: ChargeView): Html {
  const { currency } = charge.money
  const { entry } = entered
  const problem = entry?.problem
  return html`<section class="panel" aria-labelledby="arrivals" lang="en" dir="ltr">
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

function arrivedOf({ charge, locale, texts }: ChargeView): string {
  const { transfers = [], money } = charge
  const arrived = netReceived(transfers)
  const part = formatMoney({ ...money, amount: arrived }, locale)
  return arrived === 0n ? texts.nothingArrived : fill(texts.arrived, { part, all: formatMoney(money, locale) })
}
