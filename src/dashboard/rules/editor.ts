import { fieldNames, fieldOf } from '#domain/rules/fields.ts'
import { COUNTED_PER, OPERATORS, RISK_ACTIONS, RULE_STATUSES, type RuleKind } from '#domain/rules/rule.ts'
import { VALUE_KINDS } from '#domain/rules/values.ts'
import { type Html, html } from '#html/html.ts'
import { hiddenFields } from '#html/parts.ts'
import { type FieldProblem, type FormField, formField, problemOf } from '../parts/form.ts'
import { placesOf, type RuleForm } from './rule-form.ts'
import { ACTION_WORDS, fieldWords, type Names, OPERATOR_WORDS, STATUS_WORDS } from './words.ts'

interface EditorView {
  readonly kind: RuleKind
  readonly form: RuleForm
  readonly accounts: Names
  readonly focus?: string | undefined
  readonly problems: readonly FieldProblem[]
}

/** 200 values with a line each. */
const MOST_TYPED = 60_000
const UNKNOWN: ReturnType<typeof fieldOf> & object = { operators: OPERATORS, kind: VALUE_KINDS.text }
const NONE = ['', '–'] as const

export function ruleEditor(view: EditorView): Html {
  const { kind, form } = view
  const field = fieldsIn(view)
  const conditions = placesOf(form, 'when')
  const statuses = RULE_STATUSES.map((status) => [status, STATUS_WORDS[status]] as const)
  return html`<div class="stack">
<div class="condition">${field({ name: 'name', label: 'Name', maxlength: 200 })}
${field({ name: 'status', label: 'Status', options: statuses })}</div>
<h3>If all of these are true</h3>
${conditions.length === 0 && html`<p class="hint" data-state="no-condition">No condition yet: the rule applies to every payment.</p>`}
${conditions.map((at) => conditionFields(view, at))}
<p><button class="button button-quiet" name="act" value="condition" data-action="condition-add">Add condition</button></p>
<h3>Then</h3>
${kind === 'risk' ? field({ name: 'then', label: 'Action', options: RISK_ACTIONS.map((action) => [action, ACTION_WORDS[action]]) }) : routeFields(view)}
</div>`
}

function fieldsIn({ form, problems, focus }: EditorView) {
  return (field: FormField) =>
    formField({
      ...field,
      value: form[field.name],
      problem: problemOf(problems, field.name),
      autofocus: field.name === focus,
    })
}

function conditionFields(view: EditorView, at: number): Html {
  const field = fieldsIn(view)
  const name = (member: string) => `when${at}.${member}`
  const names = fieldNames(view.kind).filter((one) => !one.startsWith('metadata.'))
  const fields = [...names.map((one) => [one, fieldWords(one)] as const), ['metadata.', 'Metadata'] as const]
  const chosen = view.form[name('field')] ?? ''
  const { operators, hasCurrency, isCounter } = fieldOf(chosen === 'metadata.' ? 'metadata.key' : chosen) ?? UNKNOWN
  const counters = COUNTED_PER.map((one) => [one, fieldWords(one)] as const)
  return html`<fieldset class="condition" data-row="condition"><legend class="visually-hidden">Condition ${at + 1}</legend>
${hiddenFields({ [name('list')]: view.form[name('list')] })}
${field({ name: name('field'), label: 'Field', options: fields, autoSubmit: true })}
${refresh()}
${chosen === 'metadata.' && field({ name: name('key'), label: 'Key', maxlength: 200 })}
${
  isCounter &&
  html`${field({ name: name('per'), label: 'By the same', options: counters })}
${field({ name: name('within_seconds'), label: 'In the last seconds', inputmode: 'numeric', maxlength: 7, hint: 'For example 3600 for an hour.' })}`
}
${field({ name: name('operator'), label: 'Comparison', options: operators.map((one) => [one, OPERATOR_WORDS[one]]) })}
${field({ name: name('value'), label: hasCurrency ? 'Amount' : 'Values', lines: 1, maxlength: MOST_TYPED, hint: hasCurrency ? 'For example 50.00.' : 'One on each line.' })}
${hasCurrency && field({ name: name('currency'), label: 'Currency', maxlength: 3, hint: 'For example EUR.' })}
<p><button class="button button-quiet" name="act" value="drop-${at}" data-action="condition-remove">Remove condition</button></p>
</fieldset>`
}

const ROUTES = [
  ['accounts', 'Ask these accounts in order'],
  ['split', 'Split between these accounts'],
  ['least_fee', 'Ask the account with the lowest fee first'],
] as const

/** A row for each account that the merchant has or the rule names. */
function routeFields(view: EditorView): Html {
  const field = fieldsIn(view)
  const named = placesOf(view.form, 'account')
  const ids = named.flatMap((at) => view.form[`account${at}.id`] ?? [])
  const unknown = ids.filter((id) => !view.accounts.has(id)).map((id) => [id, id] as const)
  const rows = Math.max(named.length, Math.min(view.accounts.size, 20))
  const isSplit = view.form.then === 'split'
  const options = [NONE, ...view.accounts, ...unknown]
  const accountRow = (at: number) => html`${field({ name: `account${at}.id`, label: `Account ${at + 1}`, options })}
${isSplit && field({ name: `account${at}.weight`, label: `Share of account ${at + 1} in %`, inputmode: 'numeric', maxlength: 3 })}`
  return html`${field({ name: 'then', label: 'Order', options: ROUTES, autoSubmit: true })}
${refresh()}
${view.form.then !== 'least_fee' && html`<div class="condition">${Array.from({ length: rows }, (_, at) => accountRow(at))}</div>`}`
}

/** Shows the fields of another choice where no script does. */
function refresh(): Html {
  return html`<p class="no-script"><button class="button button-quiet" name="act" value="show" data-action="fields">Show its fields</button></p>`
}
