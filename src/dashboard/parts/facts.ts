import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'

/** A fact without a value is left out. */
export type Fact = readonly [
  name: string,
  value: Html | string | number | null | undefined | false,
  /** `data-field`. */
  field?: string,
]

export function factList(all: readonly Fact[]): Html {
  const rows = all
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
    .map(
      ([name, value, field]) => html`<div><dt>${name}</dt><dd${attributes({ 'data-field': field })}>${value}</dd></div>
`,
    )
  return html`<dl class="facts">
${rows}</dl>`
}
