import { attributes, type Html, html } from '#html/html.ts'

/** Place of a cell where a row is a card: title and figure, state and time, below them notes and all the rest. */
export type Place = 'title' | 'figure' | 'state' | 'time' | 'note' | 'more'

export interface Column<T> {
  /** `data-field`, by which tests and scripts find it. */
  readonly field: string
  readonly head: string
  readonly cell: (row: T) => Html | string | number | null
  readonly numeric?: boolean
  readonly place?: Place
  readonly also?: ((row: T) => Html | false) | undefined
  /** Additional attributes of a row, for scripts and screen readers. */
  readonly unseen?: { readonly field: string; readonly cell: (row: T) => string }
}

export interface ListView<T> {
  /** `data-list`, e.g. `transactions`. */
  readonly name: string
  readonly caption: string
  readonly columns: (cell: Cells<T>) => readonly Column<T>[]
  readonly rows: readonly T[]
  readonly idOf: (row: T) => string
  /** URL of a row; the whole row is its link. */
  readonly hrefOf?: (row: T) => string
  /** `data-row` of each row. */
  readonly rowName?: string
}

const columnAt =
  (place: Place, numeric = false) =>
  <T>(field: string, head: string, cell: Column<T>['cell']): Column<T> => ({ field, head, cell, place, numeric })

type Cells<T> = Readonly<Record<Place | 'number', (field: string, head: string, cell: Column<T>['cell']) => Column<T>>>

/** Columns by their place; `number` is among the others. */
export const cell = {
  title: columnAt('title'),
  state: columnAt('state'),
  note: columnAt('note'),
  time: columnAt('time'),
  more: columnAt('more'),
  number: columnAt('more', true),
  figure: columnAt('figure', true),
}

/** A table, or cards in a narrow box. Roles are explicit because a table with another `display` loses them. */
export function list<T>(view: ListView<T>): Html {
  const columns = view.columns(cell)
  const heads = columns.map(
    ({ head, numeric }) =>
      html`<th role="columnheader" scope="col"${attributes({ class: numeric && 'numeric' })}>${head}</th>`,
  )
  return html`<div class="list-box"><table class="list" role="table" data-list="${view.name}">
<caption class="visually-hidden">${view.caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${view.rows.map((row) => rowOf(view, columns, row))}</tbody>
</table></div>`
}

/** Characters of an amount in one line; billions have more. */
const LONGEST_UNBROKEN = 17

/** A long amount, which may break after its separators. */
function breakable(amount: string): Html[] {
  return amount.split(/(?<=,)/).map((part) => html`<span class="digits">${part}</span>`)
}

function rowOf<T>({ idOf, hrefOf, rowName }: ListView<T>, columns: readonly Column<T>[], row: T): Html {
  const cells = columns.map((column, index) => {
    const { field, head, numeric, place = 'more', also, unseen } = column
    const content = column.cell(row)
    const isLong = numeric && typeof content === 'string' && content.length > LONGEST_UNBROKEN
    const className = [`cell-${place}`, numeric && 'numeric', isLong && 'numeric-long'].filter(Boolean).join(' ')
    const shown = isLong ? breakable(content) : content
    const linked = index === 0 && hrefOf ? html`<a class="row-link" href="${hrefOf(row)}">${shown}</a>` : shown
    const beside = unseen && html`<span class="unseen" data-field="${unseen.field}">${unseen.cell(row)}</span>`
    return html`<td role="cell" class="${className}" data-head="${head}">${beside}<span data-field="${field}">${linked}</span>${also?.(row)}</td>`
  })
  return html`<tr role="row" data-id="${idOf(row)}"${attributes({ 'data-row': rowName })}>${cells}</tr>
`
}

export function buildUrl(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(query).filter((part): part is [string, string] => (part[1] ?? '') !== '')
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`
}

export interface PageLinks {
  readonly newer?: string | undefined
  readonly older?: string | undefined
}

export function pager({ newer, older }: PageLinks): Html | false {
  if (newer === undefined && older === undefined) return false
  return html`<nav class="pager" aria-label="Pages">
${newer !== undefined && html`<a class="button button-secondary" href="${newer}" rel="prev" data-action="newer">← Newer</a>`}
${older !== undefined && html`<a class="button button-secondary" href="${older}" rel="next" data-action="older">Older →</a>`}
</nav>`
}

/** Links to a list as a file: for programs, and for people who open it in Excel. @param hrefOf by format, `''` for CSV */
export function exportLinks(hrefOf: (format: string) => string): Html {
  return html`<a class="button button-secondary" href="${hrefOf('')}" data-action="export"><span><span class="wide">Export </span>CSV</span></a>
<a class="button button-secondary" href="${hrefOf('excel')}" data-action="export-excel"><span><span class="wide">Export for </span>Excel</span></a>`
}
