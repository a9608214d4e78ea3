import { randomText } from '#domain/ids.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { hiddenFields } from '#html/parts.ts'
import { FORM_KEY } from '#http/request/submit-once.ts'
import type { FieldProblem } from '#http/route.ts'

export type { FieldProblem }

/** Parts of a page besides its contents: a notice, a new secret, or a rejected form with what was entered. */
export interface Shown {
  readonly done?: string | undefined
  readonly secret?: string | undefined
  /** Result of a form. */
  readonly report?: Html
  readonly problems: readonly FieldProblem[]
  readonly form: Readonly<Record<string, string | undefined>>
}

export interface FormField {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly hint?: Html | string | undefined
  readonly problem?: string | undefined
  readonly required?: boolean
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date'
  readonly inputmode?: 'decimal' | 'numeric' | 'email' | 'url'
  readonly autocomplete?: string
  readonly maxlength?: number
  readonly autofocus?: boolean
  readonly options?: readonly (readonly [value: string, words: string])[]
  /** A choice that sends the form, where scripts run. */
  readonly autoSubmit?: boolean
  readonly lines?: number
}

export function formField(field: FormField): Html {
  const { name, label, hint, problem } = field
  const describedBy = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const shared = attributes({
    id: name,
    name,
    required: field.required,
    autofocus: field.autofocus,
    'data-auto-submit': field.autoSubmit,
    'aria-describedby': describedBy || null,
    'aria-invalid': problem !== undefined && 'true',
  })
  return html`<div class="field">
<label for="${name}">${label}</label>
${inputOf(field, shared)}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem && html`<p class="field-problem" id="${name}-problem" data-problem="${name}">${problem}</p>`}
</div>
`
}

/** Fields of a form that show what was entered and what is wrong with it. */
export function fieldsOf({ form, problems }: Pick<Shown, 'form' | 'problems'>): (field: FormField) => Html {
  return (field) =>
    formField({ ...field, value: form[field.name] ?? field.value, problem: problemOf(problems, field.name) })
}

function inputOf(field: FormField, shared: readonly Html[]): Html {
  const { value = '', options, lines, maxlength = 255, type = 'text', inputmode, autocomplete = 'off' } = field
  if (options) {
    const choices = options.map(
      ([key, words]) => html`<option value="${key}"${attributes({ selected: key === value })}>${words}</option>`,
    )
    return html`<select${shared}>${choices}</select>`
  }
  if (lines !== undefined)
    return html`<textarea rows="${lines}"${attributes({ maxlength })}${shared}>
${value}</textarea>`
  return html`<input${attributes({ type, value, maxlength, inputmode, autocomplete })} spellcheck="false"${shared}>`
}

export function checkField(field: {
  readonly name: string
  readonly label: Html | string
  readonly checked?: boolean
  readonly hint?: string
}): Html {
  return html`<div class="field"><label class="check"><input type="checkbox" name="${field.name}" value="yes"${attributes({ checked: field.checked })}>
<span>${field.label}</span></label>${field.hint && html`<p class="hint">${field.hint}</p>`}</div>
`
}

/** Everything that is wrong, above the form; it takes the focus, and each line leads to its field. */
export function problemSummary(problems: readonly FieldProblem[]): Html | false {
  if (problems.length === 0) return false
  const items = problems.map(({ field, message }) =>
    field === '' ? html`<li data-problem="form">${message}</li>` : html`<li><a href="#${field}">${message}</a></li>`,
  )
  return html`<div class="notice notice-danger summary" role="alert" tabindex="-1" autofocus id="problems">
<h2>There is a problem</h2>
<ul>${items}</ul>
</div>`
}

export function problemOf(problems: readonly FieldProblem[], name: string): string | undefined {
  return problems.find(({ field }) => field === name)?.message
}

interface Sender {
  readonly csrfToken: string
}

export interface FormView {
  readonly name: string
  readonly action: string
  readonly hidden?: Readonly<Record<string, string | undefined>>
  readonly body: Html | readonly Html[]
  /** True if it creates something: sent twice, it creates it once. */
  readonly isOnce?: boolean
  readonly className?: string
  readonly attributes?: Parameters<typeof attributes>[0]
}

export function postForm({ csrfToken }: Sender, form: FormView): Html {
  const { name, action, hidden = {}, body, className = 'form', attributes: more = {} } = form
  const key = form.isOnce && { [FORM_KEY]: randomText(24) }
  return html`<form method="post" action="${action}" data-form="${name}" class="${className}"${attributes(more)}>
${hiddenFields({ csrf: csrfToken, ...key, ...hidden })}
${body}
</form>`
}

interface PostButton extends Pick<FormView, 'action' | 'hidden'> {
  readonly words: string
  /** `data-action` of the button and `data-form` of its form. */
  readonly does: string
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger'
}

export function postButton(caller: Sender, { words, does, look = 'secondary', ...form }: PostButton): Html {
  const body = html`<button class="button button-${look}" data-action="${does}">${words}</button>`
  return postForm(caller, { ...form, name: does, className: 'inline-form', body })
}

/** Opens a form of the page. Without script, it leads to where the form is. @param id of the dialog */
export function dialogButton(id: string, words: string): Html {
  return html`<a class="button button-primary" href="#${id}" data-dialog="${id}">${words}</a>`
}

/** A form that its button opens. @param isOpen true after a rejected form, which then is part of the page */
export function formDialog(id: string, heading: string, form: Html, isOpen: boolean): Html {
  return html`<dialog class="dialog" id="${id}" aria-labelledby="${id}-heading"${attributes({ open: isOpen })}>
<h2 id="${id}-heading">${heading}</h2>
${form}
</dialog>`
}
