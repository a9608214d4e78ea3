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

/** One thing that happened to a transaction. */
export interface TimelineItem {
  readonly at: Date
  readonly kind: (typeof TIMELINE_KINDS)[number]
  /** A few words. */
  readonly title: string
  /** A processing code, the letter of an authentication, an HTTP status; null where there is none. */
  readonly code: string | null
  /** Author, if known. */
  readonly actor: string | null
  /** A sentence more, or an id to look further by. */
  readonly detail: string | null
}

/** @param more what there is beside the title */
export function timelineItem(
  kind: TimelineItem['kind'],
  at: Date,
  title: string,
  more: Partial<Pick<TimelineItem, 'code' | 'actor' | 'detail'>> = {},
): TimelineItem {
  return { at, kind, title, code: null, actor: null, detail: null, ...more }
}
