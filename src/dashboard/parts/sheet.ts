import { type Html, html, type Part } from '#html/html.ts'

/** Section of a page with its heading. @param id of the heading */
export function sheet(id: string, heading: Html | string, body: Part): Html {
  return html`<section class="sheet" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${body}
</section>`
}
