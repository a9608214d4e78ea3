/** Seconds before each request: first results come fast, and the last request is two minutes later. */
const WAITS = [2, 2, 3, 5, 8, 13, 20, 30, 60]

/** Reloads a page once its work in progress has changed. Its requests do not count as activity: idle sessions still end. */
export function startRefresh(page: Document): void {
  const shown = page.querySelector<HTMLElement>('[data-progress]')?.dataset.progress
  if (shown !== undefined) void wait(page, shown)
}

async function wait(page: Document, shown: string): Promise<void> {
  for (const seconds of WAITS) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    if (page.visibilityState === 'visible' && !isInUse(page) && (await progress()) !== shown) return location.reload()
  }
}

/** True if the user has opened, selected or typed something, which a reload would lose. */
function isInUse(page: Document): boolean {
  const isTyping = page.activeElement?.matches('input, textarea, select') === true
  const isOpen = page.querySelector('dialog[open], .me[open], :popover-open') !== null
  return isTyping || isOpen || getSelection()?.type === 'Range'
}

async function progress(): Promise<string | undefined> {
  const answer = await fetch(location.href, { headers: { 'x-tollgate-refresh': '1' }, redirect: 'manual' }).catch(
    () => undefined,
  )
  const text = answer?.ok ? await answer.text() : undefined
  return text === undefined ? shownNow() : /data-progress="([^"]*)"/.exec(text)?.[1]
}

/** Without an answer nothing has changed. */
function shownNow(): string | undefined {
  return document.querySelector<HTMLElement>('[data-progress]')?.dataset.progress
}
