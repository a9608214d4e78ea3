import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { type Html, html } from '#html/html.ts'
import { whenSent } from '#http/api/event-payloads.ts'
import { checkField, type FieldProblem, problemOf } from '../parts/form.ts'

/** What the box of each type is called, because a form sends every field once: `event_types.refund.failed`. */
export const eventTypeBox = (type: EventType) => `event_types.${type}` as const

/** A box for each type of event, with when it is sent (docs/reference/event-types.md). */
export function eventTypesField(chosen: readonly EventType[], problems: readonly FieldProblem[]): Html {
  const problem = problemOf(problems, 'event_types')
  const boxes = EVENT_TYPES.map((type) =>
    checkField({
      name: eventTypeBox(type),
      label: html`<code translate="no">${type}</code><br><span class="hint">${whenSent(type)}.</span>`,
      checked: chosen.includes(type),
    }),
  )
  return html`<fieldset class="stack" id="event_types" tabindex="-1"><legend>Events to send</legend>
${boxes}${problem && html`<p class="field-problem" data-problem="event_types">${problem}</p>`}</fieldset>
`
}
