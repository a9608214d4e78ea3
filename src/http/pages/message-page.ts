import { RequestError } from '#domain/problem.ts'
import type { AssetFile } from '#html/assets.ts'
import { html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import type { Answer } from '../route.ts'

/** Page with a message only: the address is unknown, expired or not understood. */
export function messagePage(message: {
  readonly heading: string
  readonly words: string
  readonly framed?: boolean
  readonly scripts?: readonly AssetFile[]
}): Page {
  const { heading, words, framed = false, scripts = [] } = message
  const body = html`<main class="page">
<section class="panel panel-center">
<h1>${heading}</h1>
<p class="muted">${words}</p>
</section>
</main>`
  return renderPage({ title: heading, body, scripts, framedByAnybody: framed })
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

export const orNotFoundPage = (act: () => Promise<Answer>): Promise<Answer> => ifNotFound(act, notFoundPage)

export function notFoundPage(): Answer {
  const words = 'This link does not belong to a payment in progress. Go back to the shop.'
  return { status: 404, page: messagePage({ heading: 'Page not found', words, framed: true }) }
}
