import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { sentenceCase } from '../parts/format.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import type { HomeFigures } from './figures.ts'
import { latestSection } from './latest.ts'
import { type Reasons, reasonsSection } from './reasons.ts'
import { homeTiles } from './tiles.ts'
import { countSheet, volumeSheet } from './volume.ts'

export interface FirstStep {
  readonly name: string
  readonly words: string
  readonly href: string
  readonly done: boolean
}

export interface AttentionItem {
  readonly name: string
  readonly words: Html | string
  readonly href: string
}

export interface HomeView {
  readonly steps: readonly FirstStep[]
  readonly care: readonly AttentionItem[]
  /** Undefined if numbers could not be read in time. */
  readonly figures: HomeFigures | undefined
  readonly reasons: Reasons | undefined
  readonly latest: readonly Transaction[]
  /** Currency of the chart. */
  readonly currency: string | undefined
}

export function homePage(caller: Viewer, view: HomeView): DashboardPageAnswer {
  return dashboardPage(caller, {
    page: 'home',
    title: caller.merchantName || 'Tollgate',
    lead: html`Signed in as <span data-field="name">${caller.name}</span> (<span data-field="role">${sentenceCase(caller.role).toLowerCase()}</span>). Days are in ${caller.timeZone}.`,
    body: html`${view.care.length > 0 && careList(view.care)}
${view.figures ? homeTiles(view.figures.today, view.figures.week) : noFigures()}
<div class="columns"><div>${view.figures && chartOf(caller, view, view.figures)}${latestSection(caller, view.latest)}</div>
<div>${reasonsSection(view.reasons)}${view.care.length === 0 && allClear()}${checklist(view.steps)}</div></div>`,
  })
}

function noFigures(): Html {
  return statePanel({ state: 'error', heading: 'Could not load numbers', words: 'Reload the page to try again.' })
}

function chartOf(caller: Viewer, { currency }: HomeView, { volumes, counts }: HomeFigures): Html | false {
  return may(caller, 'money.read') ? volumeSheet(volumes, currency) : countSheet(counts)
}

function allClear(): Html {
  return html`<section class="sheet"><h2>Needs attention</h2><p class="muted" data-field="care">All clear: events are delivered, providers respond and no payment is stuck.</p></section>`
}

function careList(care: readonly AttentionItem[]): Html {
  return html`<section class="notice notice-warning" aria-labelledby="care"><h2 id="care">Needs attention</h2><ul data-list="care">${care.map(
    ({ name, words, href }) =>
      html`<li data-id="${name}"><a href="${href}"><span data-field="words">${words}</span></a></li>
`,
  )}</ul></section>`
}

function checklist(steps: readonly FirstStep[]): Html | false {
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return false
  return html`<section class="sheet" data-section="checklist"><h2>Get started</h2>
<p class="muted"><span data-field="steps-done">${done}</span> of ${steps.length} done.</p>
<ol class="steps">${steps.map(
    (
      step,
    ) => html`<li data-id="${step.name}" data-done="${step.done ? 'yes' : 'no'}"><a href="${step.href}">${step.words}</a>${step.done && html`<span class="visually-hidden"> (done)</span>`}</li>
`,
  )}</ol></section>`
}
