import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { formatTime, type Tone } from './format.ts'

export interface Step {
  /** `data-step`: what kind of thing, e.g. `attempt`. */
  readonly kind: string
  readonly at: Date
  readonly title: Html | string
  readonly code?: string | null | undefined
  readonly actor?: string | null | undefined
  readonly detail?: Html | string | null | undefined
  readonly tone?: Tone
}

export function timeline(steps: readonly Step[], timeZone: string): Html {
  return html`<ol class="timeline">
${steps.map((step) => stepOf(step, timeZone))}</ol>`
}

function stepOf({ kind, at, title, code, actor, detail, tone = 'plain' }: Step, timeZone: string): Html {
  return html`<li class="step-${tone}" data-step="${kind}"${attributes({ 'data-code': code })}>
<p class="step-title"><strong>${title}</strong>${code && html` <code>${code}</code>`}</p>
${detail && html`<div class="step-detail">${detail}</div>`}
<p class="hint">${formatTime(at, timeZone, 'millisecond')}${actor && html` · <span data-field="actor">${actor}</span>`}</p>
</li>
`
}
