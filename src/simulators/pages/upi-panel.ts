import { majorUnitsOf } from '#domain/currency.ts'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { qrCode } from '#html/qr-code.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { fill } from '#web/shared/fill.ts'
import type { BankTexts } from '#web/simulators/texts/texts.ts'
import type { ShownCharge } from '../common/pages.ts'
import { type ChargeView, choiceLabels, choices, panelHead, postponed, price } from './charge-parts.ts'

/** `name@handle`, the form of virtual payment addresses. */
const VPA = /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/i

/** Collect request to the payer's address, or a code for their app. */
export function upiPanel(view: ChargeView): Html {
  const vpa = view.entered.vpa?.trim()
  const isSent = vpa !== undefined && VPA.test(vpa)
  return html`<section class="panel" aria-labelledby="panel-title">
${isSent ? sent(view, vpa) : addressOrCode(view, vpa)}
</section>`
}

function addressOrCode(view: ChargeView, vpa: string | undefined): Html {
  const { charge, texts } = view
  return html`${panelHead('UPI', texts.upiTitle)}
${price(view)}
${postponed(view)}
<figure class="scan">
${qrCode(upiLink(charge), texts.upiCode)}
<figcaption class="muted">${texts.scanHint}</figcaption>
</figure>
${vpaForm(vpa, texts)}
<section class="shortcut" aria-labelledby="in-app">
<p class="muted" id="in-app">${texts.inApp}</p>
${choices(charge, choiceLabels(texts, texts.approveInApp), 'button-secondary')}
</section>`
}

function vpaForm(vpa: string | undefined, { upiWrong, upiAddress, sendRequest }: BankTexts): Html {
  const problem = vpa === undefined ? undefined : upiWrong
  return html`<form method="get" class="request">
<div class="field"><label for="vpa">${upiAddress}</label>
<input id="vpa" name="vpa" value="${vpa}" placeholder="name@bank" inputmode="email" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="320" required aria-describedby="vpa-problem" ${problem !== undefined && html`aria-invalid="true"`}>
<p class="field-problem" id="vpa-problem">${problem}</p></div>
<button class="button button-primary">${sendRequest}</button>
</form>`
}

function sent(view: ChargeView, vpa: string): Html {
  const { charge, locale, texts } = view
  return html`${panelHead('UPI', texts.approveTitle)}
<p class="notice notice-info">${fill(texts.asked, { vpa })}</p>
${price(view)}
${facts({ [texts.from]: vpa, [hostedTextsOf(locale).reference]: charge.reference })}
${choices(charge, choiceLabels(texts, texts.approveInApp))}
<a href="?">${texts.another}</a>`
}

/** The shop's own address; no bank has this handle. */
const PAYEE = 'shop@simulated'

/** Content of a UPI code (NPCI, UPI linking): payee, name, amount, currency, reference. */
export function upiLink({ attemptId, money, page }: ShownCharge): string {
  const fields = { pa: PAYEE, pn: page.merchantName, am: majorUnitsOf(money), cu: money.currency, tr: attemptId }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&')}`
}
