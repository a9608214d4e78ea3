import { RequestError } from '#domain/problem.ts'
import type { AssetFile } from '#html/assets.ts'
import { html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import type { Answer } from '../route.ts'

/** A page with nothing but a message: the address is unknown, over, or not understood. */
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

/** People see these addresses, so an unknown id is answered with a page. */
export async function orNotFound(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError) || error.kind !== 'not-found') throw error
    return notFoundPage()
  }
}

export function notFoundPage(): Answer {
  const words = 'This link does not belong to a payment in progress. Go back to the shop.'
  return { status: 404, page: messagePage({ heading: 'Page not found', words, framed: true }) }
}
