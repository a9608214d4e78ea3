// Waits on the result page until the outcome and its event have arrived, then shows them.

const FIRST_POLL_MS = 400
const SLOWEST_MS = 8000

const shown = document.querySelector('[data-order]')
if (shown?.hasAttribute('data-waiting')) watch(FIRST_POLL_MS)

function watch(pause) {
  setTimeout(async () => {
    if (await hasNews()) location.reload()
    else watch(Math.min(pause * 1.3, SLOWEST_MS))
  }, pause)
}

/** A request that fails counts as no news. */
async function hasNews() {
  try {
    const response = await fetch(`/result/state?order=${encodeURIComponent(shown.dataset.order)}`)
    const { status, event } = await response.json()
    return status !== shown.dataset.status || event !== shown.dataset.event
  } catch {
    return false
  }
}
