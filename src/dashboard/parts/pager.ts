import { type Html, html } from '#html/html.ts'

/** URLs of the next and previous pages; undefined if there are none. */
export interface PagerView {
  readonly newer?: string | undefined
  readonly older?: string | undefined
}

/** Newer and older rows; nothing where the list has one page. */
export function pager({ newer, older }: PagerView): Html | false {
  if (newer === undefined && older === undefined) return false
  return html`<nav class="pager" aria-label="Pages">
${newer !== undefined && html`<a class="button button-secondary" href="${newer}" rel="prev" data-action="newer">← Newer</a>`}
${older !== undefined && html`<a class="button button-secondary" href="${older}" rel="next" data-action="older">Older →</a>`}
</nav>`
}
