import type { Html } from '#html/html.ts'
import { badge, sentenceCase } from './format.ts'

const TONES = { PENDING: 'warning', DELIVERED: 'success', FAILED: 'danger' } as const

export function deliveryBadge(status: keyof typeof TONES): Html {
  return badge(sentenceCase(status), TONES[status], 'status')
}
