import type { TimelineItem } from '#flows/transactions/timeline.ts'

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
