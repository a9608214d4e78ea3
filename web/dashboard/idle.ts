/** Two minutes, or half of the time where it is short. */
const WARN_SECONDS = 120
const SHORT_SECONDS = 240

/** Warns before the session ends, and leaves the page when the gateway has ended it, so that it is not left open. */
export function startIdleWarning(page: Document): void {
  const seconds = Number(page.querySelector<HTMLElement>('[data-idle]')?.dataset.idle)
  const dialog = page.querySelector<HTMLDialogElement>('[data-state="idle-warning"]')
  const words = dialog?.querySelector('[data-field="idle-left"]')
  if (!seconds || !dialog || !words) return
  let endsAt = endAfter(seconds)
  takeOver(page)
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.querySelector('[data-action="stay"]')?.addEventListener('click', async () => {
    if (!(await isStillThere())) return leave()
    endsAt = endAfter(seconds)
    dialog.close()
  })
  setInterval(() => {
    const left = Math.ceil((endsAt - Date.now()) / 1000)
    if (left <= 0) leave()
    else if (left <= warningOf(seconds)) {
      words.textContent = wordsOf(left)
      if (!dialog.open) dialog.showModal()
    }
  }, 1000)
}

/**
 * Stops the reload at the session's end that the page was sent with: it would lose input of a user who wants to stay.
 */
function takeOver(page: Document): void {
  if (page.readyState === 'complete') stop()
  else addEventListener('load', () => stop())
}

/** Asking is enough: a request keeps the session. */
async function isStillThere(): Promise<boolean> {
  const answer = await fetch('/dashboard/stay', { redirect: 'manual' }).catch(() => undefined)
  return answer?.status === 204
}

function endAfter(seconds: number): number {
  return Date.now() + seconds * 1000
}

function warningOf(seconds: number): number {
  return seconds < SHORT_SECONDS ? seconds / 2 : WARN_SECONDS
}

function wordsOf(seconds: number): string {
  return seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
}

/** Reloads the URL: without a session it leads to the sign-in and back. */
function leave(): void {
  location.replace(location.pathname + location.search)
}
