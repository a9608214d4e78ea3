import { RequestError } from '#domain/problem.ts'
import type { AssetFile } from '#html/assets.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { requestLocale } from '../language/request-locale.ts'
import type { Answer } from '../route.ts'

/** Page with a message only: the address is unknown, expired or not understood. */
export function messagePage(message: {
  readonly heading: string
  readonly words: string
  readonly lang?: string
  readonly framed?: boolean
  readonly scripts?: readonly AssetFile[]
  /** Link below the words. */
  readonly way?: Html | undefined
}): Page {
  const { heading, words, lang = 'en', framed = false, scripts = [], way } = message
  const body = html`<main class="page">
<section class="panel panel-center">
<h1>${heading}</h1>
<p class="muted">${words}</p>
${way}
</section>
</main>`
  return renderPage({ lang, title: heading, body, scripts, framedByAnybody: framed })
}

/** Replaces the answer to an unknown ID, for example by a page, because people see these addresses. */
export async function ifNotFound<T>(act: () => Promise<T>, replace: () => T | Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError) || error.kind !== 'not-found') throw error
    return replace()
  }
}

type Header = (name: string) => string | undefined

export function orNotFoundPage(header: Header, act: () => Promise<Answer>): Promise<Answer> {
  return ifNotFound(act, () => notFoundPage(header))
}

export function notFoundPage(header: Header): Answer {
  const lang = requestLocale(undefined, header)
  return { status: 404, page: messagePage({ ...hostedTextsOf(lang).unknown, lang, framed: true }) }
}
