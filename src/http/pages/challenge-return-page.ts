import { type Html, html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page, renderPage } from '#html/layout.ts'
import { progressPanel } from '#html/parts.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import type { Locale } from '#web/shared/locales.ts'

export interface ChallengeReturn {
  /** What the page around the frame is told; a cancel is `N`. */
  readonly transStatus: string
  readonly sessionId: string
  /** Exact origins that may receive it; any origin where none are listed, because it holds no secret. */
  readonly targetOrigins: readonly string[]
  /** URL on which a full page continues, by POST. */
  readonly finishUrl: string
  /** The request's Sec-Fetch-Dest, where the browser sends one. */
  readonly fetchDestination: string | undefined
  readonly locale: Locale
}

/**
 * The direct API's return page (docs/reference/three-ds.md#in-a-frame): in a frame it tells its parent and stays, on a
 * full page it goes on automatically, and where no script can find out which of the two it is, a button goes on.
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
