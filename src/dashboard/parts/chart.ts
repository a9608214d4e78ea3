import { attributes, type Html, html } from '#html/html.ts'
import type { Tone } from './format.ts'

export interface ChartPoint {
  readonly label: string
  /** Below the drawing, if the label is too long. */
  readonly short?: string
  /** A value for each series; null where there is none, which a line leaves out. */
  readonly values: readonly (number | null)[]
  readonly words: readonly string[]
  /** The rows that make it up. */
  readonly href?: string | undefined
}

export interface ChartView {
  readonly name: string
  readonly title: string
  /** Bars on top of each other, bars side by side, or lines. */
  readonly kind: 'bars' | 'pairs' | 'line'
  readonly series: readonly { readonly name: string; readonly tone: Tone }[]
  readonly points: readonly ChartPoint[]
  /** Heading of the table's first column: `Day`. */
  readonly pointName: string
  readonly axis: (value: number) => string
  /** End of the axis, if not above the largest value. */
  readonly top?: number
}

const WIDTH = 720
const HEIGHT = 180

/** A drawing with its table. The drawing stretches to its place, so all its text is HTML beside it. */
export function chart(view: ChartView): Html {
  const top = view.top ?? niceTop(Math.max(0, ...view.points.map((point) => heightOf(view, point))))
  return html`<figure class="chart" data-chart="${view.name}">
<figcaption><h2>${view.title}</h2>${legend(view)}</figcaption>
<p class="chart-tip" data-tip-text role="status">${view.points.length > 0 && tipOf(view, view.points.at(-1)!)}</p>
<div class="chart-drawing">
<div class="chart-axis" aria-hidden="true"><span>${view.axis(top)}</span><span>${view.axis(top / 2)}</span><span>${view.axis(0)}</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="${view.title}">
<path class="chart-grid" d="M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}"/>
${view.kind === 'line' && line(view, top)}
${view.points.map((point, index) => column(view, point, index, top))}
</svg>
</div>
<p class="chart-labels${view.points.length <= 7 && ' chart-labels-all'}" aria-hidden="true">${labelsOf(view).map((label) => html`<span>${label}</span>`)}</p>
<details class="hint"><summary>View as table</summary>
${tableOf(view)}
</details>
</figure>`
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not below the value. */
export function niceTop(value: number): number {
  if (value <= 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * magnitude >= value)!
  return step * magnitude
}

function heightOf({ kind }: ChartView, { values }: ChartPoint): number {
  const present = values.map((value) => value ?? 0)
  return kind === 'bars' ? present.reduce((sum, value) => sum + value, 0) : Math.max(...present)
}

function tipOf({ series }: ChartView, { label, words }: ChartPoint): string {
  return `${label}: ${words.map((value, index) => (series.length > 1 ? `${series[index]!.name} ${value}` : value)).join(', ')}`
}

/** Marks that take focus and pointer; only the first is in the tab order, arrow keys lead to the others. */
function column(view: ChartView, point: ChartPoint, index: number, top: number): Html {
  const width = WIDTH / view.points.length
  const tip = tipOf(view, point)
  const content = html`<rect class="chart-hit"${attributes({ x: round(index * width), y: 0, width: round(width), height: HEIGHT })}/>${view.kind !== 'line' && bars(view, point, index * width, width, top)}`
  const named = attributes({ 'aria-label': tip, 'data-tip': tip, tabindex: index === 0 ? 0 : -1 })
  if (point.href === undefined)
    return html`<g role="img"${named}>${content}</g>
`
  return html`<a href="${point.href}"${named}>${content}</a>
`
}

function bars({ kind, series }: ChartView, { values }: ChartPoint, left: number, width: number, top: number) {
  const isStack = kind === 'bars'
  const wide = isStack ? Math.min(width - Math.min(width * 0.25, 12), 64) : Math.min((width * 0.7) / series.length, 32)
  const start = left + (width - (isStack ? wide : wide * series.length)) / 2
  let below = 0
  return series.map(({ tone }, index) => {
    const height = ((values[index] ?? 0) / top) * HEIGHT
    if (isStack && height <= 0) return html``
    const x = isStack ? start : start + index * wide
    const place = { x: round(x), y: round(HEIGHT - below - height), width: round(wide), height: round(height) }
    if (isStack) below += height
    return html`<rect class="chart-${tone}"${attributes(place)}/>`
  })
}

/** Lines of more points have no marks, which would touch. */
const MOST_MARKED = 31

/** A path for each series, broken where there is no value; one that stands alone is a dot. */
function line({ series, points }: ChartView, top: number): readonly Html[] {
  const width = WIDTH / points.length
  return series.map(({ tone }, one) => {
    let isDrawing = false
    const path = points.map(({ values }, index) => {
      const value = values[one] ?? null
      const [command, dot] = isDrawing ? ['L', ''] : ['M', 'h0']
      isDrawing = value !== null
      return value === null
        ? ''
        : `${command}${round((index + 0.5) * width)} ${round(HEIGHT - (value / top) * HEIGHT)}${dot}`
    })
    return html`<path class="chart-line chart-${tone}" d="${path.join('')}"/>
${
  points.length <= MOST_MARKED &&
  html`<path class="chart-marks chart-${tone}" d="${path
    .join('')
    .replaceAll('L', 'M')
    .replaceAll(/(M[\d.]+ [\d.]+)(?:h0)?/g, '$1h0')}"/>`
}
`
  })
}

function legend({ series }: ChartView): Html | false {
  if (series.length < 2) return false
  return html`<ul class="legend">${series.map(({ name, tone }) => html`<li class="legend-${tone}">${name}</li>`)}</ul>`
}

function labelsOf({ points }: ChartView): readonly string[] {
  const labels = points.map(({ label, short }) => short ?? label)
  if (labels.length <= 7) return labels
  return [labels[0]!, labels[Math.floor(labels.length / 2)]!, labels.at(-1)!]
}

function tableOf({ name, title, pointName, series, points }: ChartView): Html {
  const rows = points.map(
    ({
      label,
      words,
      href,
    }) => html`<tr role="row"><th role="rowheader" scope="row">${href ? html`<a href="${href}">${label}</a>` : label}</th>
${words.map((value) => html`<td role="cell" class="numeric">${value}</td>`)}</tr>
`,
  )
  return html`<div class="scrolls" tabindex="0" role="region" aria-label="${title}"><table class="plain" role="table" data-chart-table="${name}"><caption class="visually-hidden">${title}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${pointName}</th>
${series.map((each) => html`<th role="columnheader" scope="col" class="numeric">${each.name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
