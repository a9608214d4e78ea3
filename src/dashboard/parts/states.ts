import { type Html, html } from '#html/html.ts'

export interface StateAction {
  readonly href: string
  readonly words: string
  readonly name?: string
}

export function statePanel(
  state: 'empty' | 'no-match' | 'error',
  heading: string,
  words: string,
  action?: StateAction | false,
): Html {
  return html`<section class="state" data-state="${state}">
<h2>${heading}</h2>
<p class="muted">${words}</p>
${action && html`<p><a class="button button-secondary" href="${action.href}" data-action="${action.name ?? 'go'}">${action.words}</a></p>`}
</section>`
}

export const API_REFERENCE = { href: '/docs/api', words: 'View API reference', name: 'reference' }

/** Filters that nothing fits; unlike an empty list, one link brings the rows back. */
export function noMatch(what: string, clearHref: string): Html {
  const clear = { href: clearHref, words: 'Clear all filters', name: 'clear' }
  return statePanel(
    'no-match',
    `No matching ${what}`,
    'No results for these filters. Remove one or clear them all.',
    clear,
  )
}

export function doneNotice(words: string | undefined): Html | false {
  return words !== undefined && html`<p class="notice notice-success" role="status" data-state="done">${words}</p>`
}
