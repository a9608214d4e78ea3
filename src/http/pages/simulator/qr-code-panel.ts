import { type Html, html } from '../html.ts'
import { facts } from '../parts.ts'
import { postponed, price, type SheetView, sheetHead } from './charge-parts.ts'
import { type ChoiceLabels, choices } from './choices.ts'
import { qrCode } from './qr-code.ts'

const LABELS: ChoiceLabels = { APPROVED: 'Pay', PENDING: 'Decide later', DECLINED: 'Decline', CANCELED: 'Cancel' }

/** A code that a phone scans. It holds this page's own address, so that a real phone has something to decide on. */
export function qrSheet({ charge, address }: SheetView): Html {
  return html`<section class="panel" aria-labelledby="sheet">
${sheetHead('QR code', 'Scan to pay')}
${price(charge)}
${postponed(charge)}
<figure class="scan">
${qrCode(address, 'QR code with the address of this page')}
<figcaption class="muted">The code opens this very page: decide on the phone that scanned it, or here.</figcaption>
</figure>
${facts({ Reference: charge.reference })}
${choices(charge, LABELS)}
</section>`
}
