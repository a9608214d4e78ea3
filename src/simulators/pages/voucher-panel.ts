import { createHash } from 'node:crypto'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { facts } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { type ChargeView, choiceLabels, choices, panelHead, payUntil, price } from './charge-parts.ts'

const BAR_HEIGHT = 56
/** The quiet zone on both sides, in widths of the thinnest bar. */
const BAR_MARGIN = 4

export function voucherPanel(view: ChargeView, name: string): Html {
  const { charge, locale, texts } = view
  const { attemptId, reference, state, page } = charge
  const hosted = hostedTextsOf(locale)
  return html`<section class="panel voucher" aria-labelledby="panel-title">
${panelHead(html`${brandMark(page.method)} ${texts.voucher}`, name)}
${price(view)}
${facts({ [hosted.reference]: reference, [hosted.link.payUntil]: payUntil(view) })}
<div class="voucher-stub">
${barcode(attemptId)}
<p class="voucher-number" dir="ltr"><span class="visually-hidden">${texts.voucherNumber} </span>${voucherNumber(attemptId)}</p>
</div>
${state === 'PENDING' && html`<p class="notice notice-info">${texts.voucherWaiting}</p>`}
${choices(charge, choiceLabels(texts, texts.paid, texts.payLater))}
</section>`
}

/** Deterministic for a voucher: four groups of four digits. */
function voucherNumber(attemptId: string): string {
  const digits = [...digestOf(attemptId)].slice(0, 16).map((byte) => byte % 10)
  return digits.join('').replace(/(.{4})(?=.)/g, '$1 ')
}

/** Bars and gaps of one to four units, derived from the voucher's digest; no scanner reads them. */
function barcode(attemptId: string): Html {
  const widths = [...digestOf(attemptId)].flatMap((byte) => [1 + (byte & 3), 1 + ((byte >> 2) & 1)])
  let at = BAR_MARGIN
  const bars = widths.map((width, index) => {
    const bar = index % 2 === 0 && html`<rect x="${at}" width="${width}" height="${BAR_HEIGHT}"/>`
    at += width
    return bar
  })
  const box = `0 0 ${at + BAR_MARGIN} ${BAR_HEIGHT}`
  return html`<svg class="barcode" viewBox="${box}" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">${bars}</svg>`
}

function digestOf(attemptId: string): Buffer {
  return createHash('sha256').update(attemptId).digest()
}
