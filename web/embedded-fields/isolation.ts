import { GATEWAY } from './base-url.ts'

let isIsolated = false

/** True if this page keeps out every frame that does not agree to be isolated too (Cross-Origin-Embedder-Policy). */
export function isPageIsolated(): boolean {
  return isIsolated || globalThis.crossOriginIsolated === true
}

/** Under this policy without Cross-Origin-Opener-Policy a page learns of it only when the browser blocks a frame. */
export function watchIsolation(): void {
  if (typeof ReportingObserver === 'undefined') return
  // The details of a report are in its JSON only.
  const notice = (reports: readonly Report[]): void => {
    if (reports.some(({ body }) => JSON.stringify(body).includes(GATEWAY))) isIsolated = true
  }
  new ReportingObserver(notice, { types: ['coep'], buffered: true }).observe()
}
