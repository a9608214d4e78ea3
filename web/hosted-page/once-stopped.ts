/** Wait for browsers that do not report a stop. Longer than a payment takes; the server accepts it only once anyway. */
const PATIENCE_MS = 60_000

/** Calls back when the page stays although a form has been sent: people stop loading, and requests get lost. */
export function onceStopped(stopped: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('submit', ({ defaultPrevented }) => {
    if (defaultPrevented) return
    clearTimeout(timer)
    timer = setTimeout(stopped, PATIENCE_MS)
  })
  globalThis.navigation?.addEventListener('navigate', ({ signal }) => signal.addEventListener('abort', stopped))
}
