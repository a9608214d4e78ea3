import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { qrCode } from '#html/qr-code.ts'
import { type ChargeView, type ChoiceLabels, choices, panelHead, postponed, price } from './charge-parts.ts'

const LABELS: ChoiceLabels = { APPROVED: 'Pay', PENDING: 'Decide later', DECLINED: 'Decline', CANCELED: 'Cancel' }

/** Code of this page's URL, so that a real phone can decide. */
export function qrCodePanel({ charge, address }: ChargeView): Html {
  return html`<section class="panel" aria-labelledby="panel-title">
${panelHead('QR code', 'Scan to pay')}
${price(charge)}
${postponed(charge)}
<figure class="scan">
${qrCode(address, 'QR code with the address of this page')}
<figcaption class="muted">The code opens this page. Choose a result here or on your phone.</figcaption>
</figure>
${facts({ Reference: charge.reference })}
${choices(charge, LABELS)}
</section>`
}
