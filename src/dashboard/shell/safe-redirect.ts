/** Returns a path of the dashboard for any input, so that no redirect leaves the site. */
export function safeReturnPath(wanted: string | undefined): string {
  const url = URL.canParse(wanted ?? '', HERE) ? new URL(wanted!, HERE) : undefined
  const isOurs = url?.origin === HERE && /^\/dashboard(?:\/|$)/.test(url.pathname) && wanted!.startsWith('/dashboard')
  return isOurs && !AWAY.test(url.pathname) ? `${url.pathname}${url.search}` : '/dashboard'
}

/** Path on which a form continues after a step-up. */
export const CONTINUE = '/dashboard/step-up/continue'

/** Checks a path that the browser remembered, which may say that a form waits. */
export function safeRememberedPath(back: string): string {
  return back === CONTINUE ? CONTINUE : safeReturnPath(back)
}

const HERE = 'http://here.invalid'

/** Pages that would redirect again immediately. */
const AWAY = /^\/dashboard\/(?:sign-in|sign-out|step-up)\b/
