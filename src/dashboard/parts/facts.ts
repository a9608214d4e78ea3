import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'

export interface Fact {
  readonly name: string
  /** Nothing where there is none: the fact is left out. */
  readonly value: Html | string | number | null | undefined | false
  /** `data-field`. */
  readonly field?: string
}

export function factList(all: readonly Fact[]): Html {
  const rows = all
    .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
    .map(
      ({
        name,
        value,
        field,
      }) => html`<div><dt>${name}</dt><dd${attributes({ 'data-field': field })}>${value}</dd></div>
`,
    )
  return html`<dl class="facts">
${rows}</dl>`
}
