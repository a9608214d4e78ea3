import type { Group } from '#domain/analytics.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { formatAmount } from './format.ts'

export interface Tile {
  readonly field: string
  readonly name: string
  readonly figure: Html | string
  readonly change?: Html | string | undefined
  /** True if that is good news; left out where it is neither. */
  readonly good?: boolean | undefined
  readonly href?: string | undefined
}

/** Approved amounts of the currencies with most payments. */
export function approvedTiles(currencies: readonly Group[]): readonly Tile[] {
  return currencies
    .filter(({ approvedAmount }) => approvedAmount !== null && approvedAmount > 0n)
    .slice(0, 4)
    .map(({ value, approvedAmount }) => ({
      field: `approved-${value}`,
      name: `Approved in ${value}`,
      figure: formatAmount({ amount: approvedAmount ?? 0n, currency: value }),
    }))
}

/** Length from which an amount is written smaller, so that it never wraps. */
const LONG = 12

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
