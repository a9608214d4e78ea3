import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { progressPanel } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'

export interface ChallengeReturn {
  /** Status for the page around the frame; a cancel is `N`. */
  readonly transStatus: string
  readonly sessionId: string
  /** Exact origins that may receive it; empty: any origin, because it has no secret. */
  readonly targetOrigins: readonly string[]
  /** URL to which a full page posts to continue. */
  readonly finishUrl: string
  /** `Sec-Fetch-Dest` of the request, if the browser sends it. */
  readonly fetchDestination: string | undefined
  readonly locale: Locale
}

/**
 * Return page of the direct API (docs/reference/three-ds.md#in-a-frame). In a frame it notifies its parent, on a full
 * page it continues. If no script can find out which it is, a button continues.
 */
export function challengeReturnPage(challenge: ChallengeReturn): Page {
  const { transStatus, sessionId, targetOrigins, fetchDestination, finishUrl, locale } = challenge
  const { bankAnswered, finishing, goToProvider } = hostedTextsOf(locale)
  const targets = targetOrigins.length > 0 ? targetOrigins.join(' ') : '*'
  const isFramed = fetchDestination === 'iframe'
  const { heading, words } = isFramed ? bankAnswered : finishing
  const content = progressPanel(heading, words, isFramed ? undefined : goOnForm(finishUrl, goToProvider))
  return renderPage({
    lang: locale,
    title: heading,
    body: html`<div id="challenge-response" data-trans-status="${transStatus}" data-session-id="${sessionId}"
  data-targets="${targets}">${content}</div>`,
    scripts: ['three-ds/challenge-return.ts'],
    formAction: ANY_WEB_ADDRESS,
    framedByAnybody: true,
  })
}

function goOnForm(finishUrl: string, label: string): Html {
  return html`<form method="post" action="${finishUrl}"><button class="button button-secondary">${label}</button></form>`
}
