import type { PaymentLink, PaymentLinkStatus } from '#domain/payment-link.ts'
import type { Html } from '#html/html.ts'
import { formatAmount, type Tone, toneBadge } from '../parts/format.ts'

export const PAYMENT_LINKS_PATH = '/dashboard/payment-links'

const TONES: Readonly<Record<PaymentLinkStatus, Tone>> = {
  ACTIVE: 'info',
  COMPLETED: 'success',
  EXPIRED: 'plain',
  DISABLED: 'warning',
}

export function linkStatusBadge(status: PaymentLinkStatus, field?: string): Html {
  return toneBadge(status, TONES[status], field)
}

export function linkPrice({ amount, amountMin, amountMax, currency }: PaymentLink): string {
  if (amount !== null) return formatAmount({ amount, currency })
  return [amountMin ?? 0n, amountMax ?? 0n].map((limit) => formatAmount({ amount: limit, currency })).join(' – ')
}

export function linkPath(id: string, done?: string): string {
  return `${PAYMENT_LINKS_PATH}/${encodeURIComponent(id)}${done === undefined ? '' : `?done=${done}`}`
}
