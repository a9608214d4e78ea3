import { type Html, html } from '../html.ts'
import { layout } from './layout.ts'

/** Sends the browser on with a form, on a button that works without script. */
export function onwardPage({
  url,
  data,
}: {
  readonly url: string
  readonly data: Readonly<Record<string, string>>
}): Html {
  const hidden = ([name, value]: [string, string]) => html`<input type="hidden" name="${name}" value="${value}">`
  const main = html`<section class="message panel"><h1>Almost there</h1>
<p>We are taking you to your bank or payment provider.</p>
<form method="post" action="${url}">${Object.entries(data).map(hidden)}<button class="button">Continue</button></form></section>`
  return layout({ title: 'Almost there', main })
}
