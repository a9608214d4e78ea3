import { majorUnitsOf } from '#domain/currency.ts'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { qrCode } from '#html/qr-code.ts'
import type { ShownCharge } from '../common/pages.ts'
import { type ChargeView, type ChoiceLabels, choices, panelHead, postponed, price } from './charge-parts.ts'

/** `name@handle`, the form of virtual payment addresses. */
const VPA = /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/i

const LABELS: ChoiceLabels = {
  APPROVED: 'Approve in the app',
  PENDING: 'Leave it for later',
  DECLINED: 'Decline',
  CANCELED: 'Cancel',
}

/** Collect request to the payer's address, or a code for their app. */
export function upiPanel({ charge, entered }: ChargeView): Html {
  const vpa = entered.vpa?.trim()
  const isSent = vpa !== undefined && VPA.test(vpa)
  return html`<section class="panel" aria-labelledby="panel-title">
${isSent ? sent(charge, vpa) : addressOrCode(charge, vpa)}
</section>`
}

function addressOrCode(charge: ShownCharge, vpa: string | undefined): Html {
  return html`${panelHead('UPI', 'Pay with your UPI app')}
${price(charge)}
${postponed(charge)}
<figure class="scan">
${qrCode(upiLink(charge), 'QR code with the UPI link of this payment')}
<figcaption class="muted">Scan it with your UPI app, or let us send the app a request.</figcaption>
</figure>
${vpaForm(vpa)}
<section class="shortcut" aria-label="In the app">
<p class="muted">Then, in the simulated app:</p>
${choices(charge, LABELS, 'button-secondary')}
</section>`
}

function vpaForm(vpa: string | undefined): Html {
  const problem = vpa === undefined ? undefined : 'Enter a UPI address, for example ada@harbour.'
  return html`<form method="get" class="request">
<div class="field"><label for="vpa">UPI address</label>
<input id="vpa" name="vpa" value="${vpa}" placeholder="name@bank" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="320" required aria-describedby="vpa-problem" ${problem !== undefined && html`aria-invalid="true"`}>
<p class="field-problem" id="vpa-problem">${problem}</p></div>
<button class="button button-primary">Send the request</button>
</form>`
}

function sent(charge: ShownCharge, vpa: string): Html {
  return html`${panelHead('UPI', 'Approve it in your app')}
<p class="notice notice-info">We asked <strong>${vpa}</strong> to pay. The buttons below replace the app.</p>
${price(charge)}
${facts({ From: vpa, Reference: charge.reference })}
${choices(charge, LABELS)}
<a href="?">Use another address or the code</a>`
}

/** The shop's own address; no bank has this handle. */
const PAYEE = 'shop@simulated'

/** Content of a UPI code (NPCI, UPI linking): payee, name, amount, currency, reference. */
export function upiLink({ attemptId, money, page }: ShownCharge): string {
  const fields = { pa: PAYEE, pn: page.merchantName, am: majorUnitsOf(money), cu: money.currency, tr: attemptId }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&')}`
}
