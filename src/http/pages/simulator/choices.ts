import type { PageChoice, ShownCharge } from '#providers/simulators/common/pages.ts'
import { type Html, html } from '../html.ts'

/** What each outcome's button says. */
export type ChoiceLabels = Readonly<Record<PageChoice, string>>

const ORDER: readonly PageChoice[] = ['APPROVED', 'PENDING', 'DECLINED', 'CANCELED']

/**
 * The form of a simulated page: the preset outcome first and over the whole width, or all alike where something else is
 * to be done first.
 */
export function choices(
  { attemptId, preset }: ShownCharge,
  labels: ChoiceLabels,
  look: 'button-primary' | 'button-secondary' = 'button-primary',
): Html {
  const others = ORDER.filter((choice) => choice !== preset)
  return html`<form method="post" action="/simulators/checkouts/${attemptId}/outcome">
<div class="choices ${look === 'button-primary' && 'choices-three'}">
${button(preset, labels, look)}
${others.map((choice) => button(choice, labels, 'button-secondary'))}
</div>
</form>`
}

function button(choice: PageChoice, labels: ChoiceLabels, look: string): Html {
  return html`<button class="button ${look}" name="outcome" value="${choice}" data-outcome="${choice}">${labels[choice]}</button>
`
}
