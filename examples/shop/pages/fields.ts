import { type Html, html } from '../html.ts'
import type { CheckoutView } from '../payment-options/payment-option.ts'
import type { Choice } from '../simulations.ts'

/** A text field of a form: its name, label, test value, and what the browser should know of it. */
export type Field = readonly [name: string, label: string, value: string, attributes: Html]

type Filled = Pick<CheckoutView, 'typed' | 'problems'>

/** A text field with what was typed into it, and what is wrong with that. */
export function input({ typed, problems }: Filled, [name, label, value, attributes]: Field): Html {
  const problem = problems[name]
  return html`<div class="field field-${name}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${typed[name] ?? value}" ${attributes} aria-describedby="${name}-problem"
 ${problem !== undefined && html`aria-invalid="true" autofocus`}>
<p class="problem" id="${name}-problem">${problem}</p></div>`
}

export function select({ typed }: Filled, name: string, label: string, choices: readonly Choice[]): Html {
  const option = ([value, text]: Choice) =>
    html`<option value="${value}" ${typed[name] === value && html`selected`}>${text}</option>`
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${choices.map(option)}</select></div>`
}

/** Panel of a UAT demo with instructions for the simulators. */
export function testPanel(hint: string, controls: readonly Html[]): Html {
  return html`<fieldset class="panel test-panel"><legend class="heading">Test panel</legend>
<p class="quiet">Only in this demo: ${hint}</p>
${controls}</fieldset>`
}
