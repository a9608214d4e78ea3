// Between the page at the notification address of a bank's method page and the page of ours that waits for it.

const TYPE = 'METHOD_NOTIFIED'

/** Tells the pages of ours around this one; on the direct API there is none, and nobody else hears of it. */
export function tellOurPages(): void {
  for (let page: Window = window; page !== page.parent; ) {
    page = page.parent
    if (isOurs(page)) page.postMessage({ type: TYPE }, location.origin)
  }
}

/** Other origins do not show their address. */
function isOurs(page: Window): boolean {
  try {
    return page.location.origin === location.origin
  } catch {
    return false
  }
}

/** Waits until the gateway was notified that the bank has seen this browser, but no longer than the bank has time. */
export function bankHasLooked(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      removeEventListener('message', hear)
      clearTimeout(timer)
      resolve()
    }
    const hear = ({ origin, data }: MessageEvent) => {
      if (origin === location.origin && data?.type === TYPE) goOn()
    }
    const timer = setTimeout(goOn, waitMs)
    addEventListener('message', hear)
  })
}
