import type { Transaction } from '#domain/transaction.ts'
import { REQUESTED_BY } from '#flows/dashboard/follow-up-once.ts'
import type { TimelineItem } from '#flows/transactions/timeline.ts'
import { type Html, html } from '#html/html.ts'
import type { Tone } from '../parts/format.ts'
import { linkedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type Step, timeline } from '../parts/timeline.ts'

/** @param items undefined if they could not be read in time */
export function timelineSheet(
  items: readonly TimelineItem[] | undefined,
  followUps: readonly Transaction[],
  timeZone: string,
): Html {
  const unread = { heading: 'Could not load the timeline', words: 'Reload the page to try again.' }
  const steps = items?.map((item) => stepOf(item, followUps))
  return html`<section class="sheet"><h2>Timeline</h2>
${steps ? timeline(steps, timeZone) : statePanel({ state: 'error', ...unread })}</section>`
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
function stepOf({ at, kind, title, code, actor, detail }: TimelineItem, followUps: readonly Transaction[]): Step {
  const followUp = kind === 'follow-up' ? followUps.find(({ id }) => id === detail) : undefined
  const decided = DECIDED.has(kind) && code !== null ? (GOOD_CODE.test(code) ? 'success' : 'danger') : 'plain'
  const person = followUp && personOf(followUp)
  return { kind, at, title, code, actor: person ?? actor, detail: detailOf(kind, detail), tone: TONES[kind] ?? decided }
}

const THINGS: Partial<Record<TimelineItem['kind'], string>> = { event: 'events', 'follow-up': 'transactions' }

/** The ID of an event or a follow-up leads to it. */
function detailOf(kind: TimelineItem['kind'], detail: string | null): Step['detail'] {
  const things = THINGS[kind]
  if (things === undefined || detail === null) return detail
  return linkedId(things, detail)
}
