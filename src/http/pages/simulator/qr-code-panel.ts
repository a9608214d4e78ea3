import { encode } from 'uqr'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import { type ChargeView, type ChoiceLabels, choices, panelHead, postponed, price } from './charge-parts.ts'

const LABELS: ChoiceLabels = { APPROVED: 'Pay', PENDING: 'Decide later', DECLINED: 'Decline', CANCELED: 'Cancel' }

/** A code that a phone scans. It holds this page's own address, so that a real phone has something to decide on. */
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

/** Modules of white on every side (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A scannable QR code, drawn as one path: black on white whatever the colour scheme, because scanners ask for it. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  const width = size + 2 * QUIET_ZONE
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="${box}">
<rect x="${-QUIET_ZONE}" y="${-QUIET_ZONE}" width="${width}" height="${width}" fill="#ffffff"/>
<path d="${modules.join('')}" fill="#000000"/>
</svg>`
}
