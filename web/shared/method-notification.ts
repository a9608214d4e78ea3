// The message from the page at the method notification address to the page of ours that waits for it.

const TYPE = 'METHOD_NOTIFIED'

/** Tells the pages of ours around this one, and no other page. On the direct API there is none. */
export function notifyOwnPages(): void {
  for (let page: Window = window; page !== page.parent; ) {
    page = page.parent
    if (isOwn(page)) page.postMessage({ type: TYPE }, location.origin)
  }
}

/** The address of a page of another origin cannot be read. */
function isOwn(page: Window): boolean {
  try {
    return page.location.origin === location.origin
  } catch {
    return false
  }
}

/** Resolves when the gateway was notified that the bank has seen this browser, after `waitMs` at the latest. */
export function methodNotification(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      removeEventListener('message', onMessage)
      clearTimeout(timer)
      resolve()
    }
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin === location.origin && data?.type === TYPE) finish()
    }
    const timer = setTimeout(finish, waitMs)
    addEventListener('message', onMessage)
  })
}
