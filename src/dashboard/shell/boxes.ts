import { type Html, html, type Part } from '#html/html.ts'
import { checkField, problemOf, type Shown } from '../parts/form.ts'
import { textFields } from './list-query.ts'
import type { Texts } from './screen.ts'

/** Choice of several values. A form sends every field once, so each box has its own name: `event_types.refund.failed`. */
export function boxes<const Field extends string, Value extends string>(field: Field, values: readonly Value[]) {
  const nameOf = (value: Value) => `${field}.${value}` as const
  return {
    schema: textFields(...values.map(nameOf)),
    chosenIn: (form: Texts): Value[] => values.filter((value) => form[nameOf(value)] !== undefined),
    of: (offered: readonly Value[], chosen: readonly Value[], labelOf: (value: Value) => Html | string): Html[] =>
      offered.map((value) =>
        checkField({ name: nameOf(value), label: labelOf(value), checked: chosen.includes(value) }),
      ),
    fieldset: (legend: string, content: Part, { problems }: Pick<Shown, 'problems'>): Html => {
      const problem = problemOf(problems, field)
      return html`<fieldset class="stack" id="${field}" tabindex="-1"><legend>${legend}</legend>
${content}${problem && html`<p class="field-problem" data-problem="${field}">${problem}</p>`}</fieldset>
`
    },
  }
}
