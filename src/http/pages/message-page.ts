import type { AssetFile } from './assets.ts'
import { html } from './html.ts'
import { type Page, renderPage } from './layout.ts'

/** A page that only says something: an address that is unknown, over, or not understood. */
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
