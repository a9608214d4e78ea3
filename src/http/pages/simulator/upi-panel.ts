import type { ShownCharge } from '#providers/simulators/common/pages.ts'
import { type Html, html } from '../html.ts'
import { facts } from '../parts.ts'
import { postponed, price, type SheetView, sheetHead } from './charge-parts.ts'
import { type ChoiceLabels, choices } from './choices.ts'
import { qrCode } from './qr-code.ts'
import { upiLink } from './upi-link.ts'

/** `name@handle`, as banks give virtual payment addresses out. */
const VPA = /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/i

const LABELS: ChoiceLabels = {
  APPROVED: 'Approve in the app',
  PENDING: 'Leave it for later',
  DECLINED: 'Decline',
  CANCELED: 'Cancel',
}

/** A collect request to the payer's address, or a code that their app scans. */
export function upiSheet({ charge, entered }: SheetView): Html {
  const vpa = entered.vpa?.trim()
  const isSent = vpa !== undefined && VPA.test(vpa)
  return html`<section class="panel" aria-labelledby="sheet">
${isSent ? sent(charge, vpa) : waysIn(charge, vpa)}
</section>`
}

function waysIn(charge: ShownCharge, vpa: string | undefined): Html {
  return html`${sheetHead('UPI', 'Pay with your UPI app')}
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
  const problem = vpa === undefined ? undefined : 'Write it as name@bank, for example ada@harbour.'
  return html`<form method="get" class="request">
<div class="field"><label for="vpa">UPI address</label>
<input id="vpa" name="vpa" value="${vpa}" placeholder="name@bank" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="320" required aria-describedby="vpa-problem" ${problem !== undefined && html`aria-invalid="true"`}>
<p class="field-problem" id="vpa-problem">${problem}</p></div>
<button class="button button-primary">Send the request</button>
</form>`
}

function sent(charge: ShownCharge, vpa: string): Html {
  return html`${sheetHead('UPI', 'Approve it in your app')}
<p class="notice notice-info">We asked <strong>${vpa}</strong> to pay. The buttons below stand in for the app.</p>
${price(charge)}
${facts({ From: vpa, Reference: charge.reference })}
${choices(charge, LABELS)}
<a href="?">Use another address or the code</a>`
}
