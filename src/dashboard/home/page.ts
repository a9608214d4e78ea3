import type { Group, Outcomes } from '#flows/analytics/payments.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { badge, formatAmount, formatCount, formatPercent, sentenceCase } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { statePanel } from '../parts/states.ts'
import { type Tile, tiles } from '../parts/tiles.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

/** A step on the way to the first real payment. */
export interface FirstStep {
  readonly name: string
  readonly words: string
  readonly href: string
  readonly done: boolean
}

/** Something that does not fix itself. */
export interface AttentionItem {
  readonly name: string
  readonly words: string
  readonly href: string
}

/** A time and the one before it, of the same length. */
export interface Compared {
  readonly now: Outcomes
  readonly before: Outcomes
}

export interface HomeView {
  readonly steps: readonly FirstStep[]
  readonly care: readonly AttentionItem[]
  /** Undefined where figures could not be read in time. */
  readonly today: Compared | undefined
  readonly week: Compared | undefined
  /** Approved amounts of the last seven days; empty for a role that sees none. */
  readonly currencies: readonly Group[]
}

/** `/dashboard`: what is left to set up, how it goes, and what needs care. */
export function homePage(caller: Viewer, view: HomeView): DashboardPageAnswer {
  return dashboardPage(caller, {
    page: 'home',
    title: caller.merchantName || 'Tollgate',
    lead: html`Signed in as <span data-field="name">${caller.name}</span> (<span data-field="role">${sentenceCase(caller.role).toLowerCase()}</span>). Days are in ${caller.timeZone}.`,
    body: html`${figures(caller, view)}
<div class="columns"><div>${careSheet(view.care)}</div><div>${checklist(view.steps)}</div></div>`,
  })
}

/** For people of the platform who have chosen no merchant. */
export function platformHomePage(caller: Viewer): DashboardPageAnswer {
  const choose = { href: '/dashboard/merchants', words: 'View merchants', name: 'choose' }
  const words = html`Signed in as <span data-field="name">${caller.name}</span> (<span data-field="role">${caller.role}</span>). Select a merchant to see its payments.`
  return dashboardPage(caller, {
    page: 'home',
    title: 'Tollgate',
    body: statePanel({ state: 'empty', heading: 'No merchant selected', words, action: choose }),
  })
}

function figures(caller: Viewer, { today, week, currencies }: HomeView): Html {
  if (!today || !week) {
    return statePanel({
      state: 'error',
      heading: 'Could not load numbers',
      words: 'Reload the page to try again.',
    })
  }
  const money = may(caller, 'money.read') ? currencies : []
  return html`${tiles([
    countTile('today', 'Payments today', today, 'same day last week'),
    rateTile('today-rate', 'Approved today', today),
    countTile('week', 'Payments, last 7 days', week, 'previous 7 days'),
    rateTile('week-rate', 'Approved, last 7 days', week),
    ...money.filter(({ approvedAmount }) => (approvedAmount ?? 0n) > 0n).map(moneyTile),
  ])}`
}

function countTile(field: string, name: string, { now, before }: Compared, when: string): Tile {
  const change = `${formatCount(before.payments)} ${when}`
  return { field, name, figure: formatCount(now.payments), change, href: '/dashboard/analytics' }
}

function rateTile(field: string, name: string, { now, before }: Compared): Tile {
  const words = ({ approvalRate }: Outcomes) => (approvalRate === null ? '–' : formatPercent(approvalRate))
  const isComparable = now.approvalRate !== null && before.approvalRate !== null
  return {
    field,
    name,
    figure: words(now),
    change: `${words(before)} a week earlier`,
    good: isComparable ? now.approvalRate! >= before.approvalRate! : undefined,
  }
}

function moneyTile({ value, approvedAmount }: Group): Tile {
  const figure = formatAmount({ amount: approvedAmount ?? 0n, currency: value })
  return { field: `week-${value}`, name: `${value}, last 7 days`, figure, href: '/dashboard/balances' }
}

function careSheet(care: readonly AttentionItem[]): Html {
  if (care.length === 0) {
    return html`<section class="sheet"><h2>Needs attention</h2><p class="muted" data-field="care">All clear: events are delivered, providers respond and no payment is stuck.</p></section>`
  }
  return html`<section class="stack"><h2>Needs attention</h2>${list({
    name: 'care',
    caption: 'Needs attention',
    rows: care,
    idOf: ({ name }) => name,
    hrefOf: ({ href }) => href,
    columns: [
      { field: 'words', head: 'Problem', place: 'title', cell: ({ words }) => words },
      { field: 'look', head: '', place: 'figure', cell: () => badge('View', 'warning') },
    ],
  })}</section>`
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
