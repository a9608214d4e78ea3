import type { Transaction } from '#domain/transaction.ts'
import { REQUESTED_BY } from '#flows/dashboard/follow-up-once.ts'
import type { TimelineItem } from '#flows/transactions/timeline.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { formatTime, type Tone } from '../parts/format.ts'
import { linkedId } from '../parts/sheet.ts'
import { statePanel } from '../parts/states.ts'

/** @param items undefined if they could not be read in time */
export function timelineSheet(
  items: readonly TimelineItem[] | undefined,
  followUps: readonly Transaction[],
  timeZone: string,
): Html {
  const steps = items?.map((item) => stepOf(item, followUps, timeZone))
  return html`<section class="sheet"><h2>Timeline</h2>
${
  steps
    ? html`<ol class="timeline">
${steps}</ol>`
    : statePanel('error', 'Could not load the timeline', 'Reload the page to try again.')
}</section>`
}

/** User who requested a follow-up in the dashboard; undefined for servers. */
export function personOf({ metadata }: Transaction): string | undefined {
  const name = metadata?.[REQUESTED_BY]
  return typeof name === 'string' ? name : undefined
}

const TONES: Partial<Record<TimelineItem['kind'], Tone>> = {
  retry: 'warning',
  'soft-decline': 'warning',
  pending: 'warning',
  'unknown-outcome': 'warning',
  reversal: 'warning',
}

/** Codes that say yes: of a processing, of an authentication, of a merchant's server. */
const GOOD_CODE = /^(?:0000|[YA]|2\d\d)$/
const DECIDED: ReadonlySet<TimelineItem['kind']> = new Set(['attempt', 'authentication', 'finished', 'delivery'])

/** One line of the timeline; a follow-up names the person who asked for it. */
function stepOf(
  { at, kind, title, code, actor, detail }: TimelineItem,
  followUps: readonly Transaction[],
  timeZone: string,
): Html {
  const followUp = kind === 'follow-up' ? followUps.find(({ id }) => id === detail) : undefined
  const decided = DECIDED.has(kind) && code !== null ? (GOOD_CODE.test(code) ? 'success' : 'danger') : 'plain'
  const by = (followUp && personOf(followUp)) ?? actor
  const things = THINGS[kind]
  return html`<li class="step-${TONES[kind] ?? decided}" data-step="${kind}"${attributes({ 'data-code': code })}>
<p class="step-title"><strong>${title}</strong>${code && html` <code>${code}</code>`}</p>
${detail && html`<div class="step-detail">${things ? linkedId(things, detail) : detail}</div>`}
<p class="hint">${formatTime(at, timeZone, 'millisecond')}${by && html` · <span data-field="actor">${by}</span>`}</p>
</li>
`
}

/** Pages to which the ID of an event or a follow-up leads. */
const THINGS: Partial<Record<TimelineItem['kind'], string>> = { event: 'events', 'follow-up': 'transactions' }
