import { createHash } from 'node:crypto'
import { formatMoney } from '#domain/currency.ts'
import { type Html, html } from '#html/html.ts'
import { facts } from '#html/parts.ts'
import type { ShownCharge } from '../common/pages.ts'
import { type ChoiceLabels, choices } from './charge-parts.ts'

const LABELS: ChoiceLabels = {
  APPROVED: 'I paid',
  PENDING: 'I will pay later',
  DECLINED: 'Decline',
  CANCELED: 'Cancel',
}

const BAR_HEIGHT = 56
/** The quiet zone on both sides, in widths of the thinnest bar. */
const BAR_MARGIN = 4

export function voucherPanel(charge: ShownCharge, name: string, payableSeconds: number): Html {
  const { attemptId, money, reference, state, createdAt, page } = charge
  const payUntil = new Date(createdAt.getTime() + payableSeconds * 1000)
  return html`<section class="panel voucher" aria-labelledby="voucher">
<header>
<p class="eyebrow">Voucher</p>
<h1 id="voucher">${name}</h1>
</header>
<div>
<p class="amount">${formatMoney(money, 'en')}</p>
<p class="muted">to <strong>${page.merchantName}</strong></p>
</div>
${facts({ Reference: reference, 'Pay until': dayOf(payUntil) })}
<div class="voucher-stub">
${barcode(attemptId)}
<p class="voucher-number"><span class="visually-hidden">Voucher number </span>${voucherNumber(attemptId)}</p>
</div>
${state === 'PENDING' && html`<p class="notice notice-info">Waiting for your payment. Confirm here once you have paid.</p>`}
${choices(charge, LABELS)}
</section>`
}

function dayOf(date: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
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
