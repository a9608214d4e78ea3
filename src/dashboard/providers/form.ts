import type { CredentialTable } from '#domain/credentials.ts'
import { type Html, html } from '#html/html.ts'
import { MAX_NAME_LENGTH } from '#interface/types.ts'
import { type FieldProblem, formField, problemOf } from '../parts/form.ts'

export interface AccountForm {
  readonly name: string
  readonly settings: string
  readonly credentials: CredentialTable
  readonly isNew: boolean
}

export function accountFields(
  { name, settings, credentials, isNew }: AccountForm,
  problems: readonly FieldProblem[],
): Html {
  return html`${formField({ name: 'name', label: 'Name', required: true, maxlength: MAX_NAME_LENGTH, value: name, problem: problemOf(problems, 'name') })}
${Object.entries(credentials).map(([credential, { label, required }]) =>
  formField({
    name: `credentials.${credential}`,
    label: credential,
    type: 'password',
    maxlength: 8192,
    autocomplete: 'off',
    required: isNew && required,
    hint: label,
    problem: problemOf(problems, `credentials.${credential}`),
  }),
)}
${formField({
  name: 'settings',
  label: 'Settings (JSON)',
  lines: 4,
  maxlength: 20_000,
  value: settings,
  hint: 'Provider-specific settings, for example {"fees":{…}}. Saving replaces all of them.',
  problem: problemOf(problems, 'settings'),
})}`
}
