import { type Html, html } from '#html/html.ts'

export interface PagerView {
  readonly newer?: string | undefined
  readonly older?: string | undefined
}

export function pager({ newer, older }: PagerView): Html | false {
  if (newer === undefined && older === undefined) return false
  return html`<nav class="pager" aria-label="Pages">
${newer !== undefined && html`<a class="button button-secondary" href="${newer}" rel="prev" data-action="newer">← Newer</a>`}
${older !== undefined && html`<a class="button button-secondary" href="${older}" rel="next" data-action="older">Older →</a>`}
</nav>`
}
