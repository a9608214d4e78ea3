import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'

export interface Tile {
  /** `data-field`. */
  readonly field: string
  readonly name: string
  readonly figure: Html | string
  readonly change?: Html | string | undefined
  /** True if that is good news; left out where it is neither. */
  readonly good?: boolean | undefined
  readonly href?: string | undefined
}

/** Length from which an amount is written smaller, so that it never wraps. */
const LONG = 10

export function tiles(all: readonly Tile[]): Html {
  return html`<ul class="tiles">
${all.map(tileOf)}</ul>`
}

function tileOf({ field, name, figure, change, good, href }: Tile): Html {
  const trend = good === undefined ? undefined : good ? 'good' : 'bad'
  const isLong = typeof figure === 'string' && figure.length > LONG
  return html`<li class="tile">
<p class="eyebrow">${href ? html`<a class="row-link" href="${href}">${name}</a>` : name}</p>
<p class="${isLong ? 'figure figure-long' : 'figure'}" data-field="${field}">${figure}</p>
${change && html`<p class="hint"${attributes({ 'data-trend': trend })}>${change}</p>`}
</li>
`
}
