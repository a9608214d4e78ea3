import { type Html, html } from '#html/html.ts'
import type { Circuit } from '#interface/provider-account.ts'
import { badge, formatTime } from './format.ts'

export function circuitStatus({ state, failures, openedAt, probeAt }: Circuit, timeZone: string): Html {
  if (state === 'CLOSED') {
    const since =
      failures > 0 &&
      html` <span class="hint">${failures} consecutive ${failures === 1 ? 'failure' : 'failures'}</span>`
    return html`<span data-field="circuit" data-circuit="closed">${badge('Closed', 'success')}${since}</span>`
  }
  return html`<span data-field="circuit" data-circuit="open">${badge('Open', 'danger')}
<span class="hint">${openedAt && html`since ${formatTime(openedAt, timeZone, 'second')}`}${probeAt && html`, next probe ${formatTime(probeAt, timeZone, 'second')}`}</span></span>`
}
