// The message from the page at the method notification address to the page that waits for it: ours, or a merchant's on the
// direct API (docs/integrate/three-ds.md#1-fingerprint).

const TYPE = 'METHOD_NOTIFIED'

/** Notifies every page around this one. It holds no secret: the session's ID is in the form that led here. */
export function notifyPages(): void {
  const [, , sessionId] = location.pathname.split('/')
  for (let page: Window = window; page !== page.parent; ) {
    page = page.parent
    page.postMessage({ type: TYPE, session_id: sessionId }, '*')
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
