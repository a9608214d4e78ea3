import type { TimelineItem } from '#flows/transactions/timeline.ts'

/** A timeline as JSON (docs/reference/transactions.md#timeline). */
export function timelineView(items: readonly TimelineItem[]) {
  return {
    items: items.map(({ at, kind, title, code, actor, detail }) => ({
      at: at.toISOString(),
      kind,
      title,
      code,
      actor,
      detail,
    })),
  }
}
