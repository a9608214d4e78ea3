import { encode } from 'uqr'
import { type Html, html } from './html.ts'

/** Modules of white on every side (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A scannable QR code, drawn as one path: black on white in dark pages too, because scanners require it. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  const width = size + 2 * QUIET_ZONE
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="qr-code" role="img" aria-label="${label}" viewBox="${box}">
<rect x="${-QUIET_ZONE}" y="${-QUIET_ZONE}" width="${width}" height="${width}" fill="#ffffff"/>
<path d="${modules.join('')}" fill="#000000"/>
</svg>`
}
