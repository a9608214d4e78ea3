/** Kinds of timeline entries (docs/reference/transactions.md#timeline). */
export const TIMELINE_KINDS = [
  'created',
  'risk',
  'routing',
  'session-opened',
  'attempt',
  'fingerprint',
  'challenge',
  'authentication',
  'soft-decline',
  'retry',
  'pending',
  'unknown-outcome',
  'reversal',
  'finished',
  'follow-up',
  'event',
  'delivery',
] as const

export interface TimelineItem {
  readonly at: Date
  readonly kind: (typeof TIMELINE_KINDS)[number]
  readonly title: string
  /** Processing code, letter of an authentication or HTTP status; null without one. */
  readonly code: string | null
  readonly actor: string | null
  /** Another sentence, or an ID for further search. */
  readonly detail: string | null
}

export function timelineItem(
  kind: TimelineItem['kind'],
  at: Date,
  title: string,
  more: Partial<Pick<TimelineItem, 'code' | 'actor' | 'detail'>> = {},
): TimelineItem {
  return { at, kind, title, code: null, actor: null, detail: null, ...more }
}
