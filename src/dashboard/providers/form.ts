import { Type } from 'typebox'
import type { SettingField, SettingTable } from '#domain/account-settings.ts'
import type { CredentialTable } from '#domain/credentials.ts'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { Name } from '#interface/types.ts'
import {
  type FieldProblem,
  type FormField,
  fieldsOf,
  formField,
  problemOf,
  problemSummary,
  type Shown,
} from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { validated } from '../shell/screen.ts'

export const PROVIDERS_PATH = '/dashboard/providers'

/** Credentials and settings have names of the provider's own, `credentials.<name>` and `settings.<name>`. */
export const AccountBody = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 }))

type Entered = Readonly<Record<string, string>>
type Settings = Readonly<Record<string, unknown>>

/** Declarations of a provider; nothing if this gateway does not run it. */
export function declaredBy({ providers }: Gateway, name: string): Declared {
  const { credentials = {}, settings = {} } = providers.get(name) ?? {}
  return { credentials, settings }
}

export function requireDeclared(gateway: Gateway, name: string): Declared {
  orNotFound(gateway.providers.get(name), 'provider')
  return declaredBy(gateway, name)
}

/** @param checked problems of the last check, shown until the account is saved */
export function accountFields(
  declared: Declared,
  stored: { readonly name: string; readonly settings: Settings; readonly isNew: boolean },
  shown: Shown,
  checked: readonly FieldProblem[] = [],
): Html {
  const problems = placeProblems(declared, shown.problems)
  const told = { form: shown.form, problems: problems.length > 0 ? problems : checked }
  return html`${problemSummary(problems)}
<div class="columns columns-even"><div>
${fieldsOf(told)({ name: 'name', label: 'Name', required: true, maxlength: LONGEST_NAME.other, value: stored.name })}
${credentialFields(declared, stored.isNew, told)}</div>
<div>${settingFields(declared, stored.settings, told)}</div></div>`
}

/** Reads the form. A credential that was left empty stays as it is. @throws RequestError `invalid` */
export function readAccount(gateway: Gateway, { credentials: table, settings }: Declared, entered: Entered) {
  const { name } = validated(gateway, Type.Object({ name: Name }), { name: (entered.name ?? '').trim() })
  const credentials = Object.keys(table).map((one) => [one, entered[`credentials.${one}`]?.trim() ?? ''] as const)
  const secrets = credentials.filter(([, text]) => text !== '').map(([one, text]) => [one, new Secret(text)] as const)
  const fields = { ...settingsIn(settings, entered), ...settingsOf(entered.settings ?? '') }
  return { name, settings: fields, credentials: Object.fromEntries(secrets) }
}

/** Settings of the fields; what is empty is not set. */
function settingsIn(table: SettingTable, entered: Entered): Settings {
  const texts = Object.keys(table).map((name) => [name, entered[`settings.${name}`]?.trim() ?? ''] as const)
  return Object.fromEntries(
    texts.filter(([, text]) => text !== '').map(([name, text]) => [name, read(table[name]!, text)]),
  )
}

function read({ kind }: SettingField, text: string): unknown {
  if (kind === 'switch') return text === 'true'
  return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
}

function settingsOf(text: string): Settings {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Settings
  } catch {
    // Reported below.
  }
  throw invalid('settings', 'Enter a JSON object, for example {}.')
}

export interface Declared {
  readonly credentials: CredentialTable
  readonly settings: SettingTable
}

/** `hmac_key` in words: HMAC key. */
export function fieldTitle(name: string): string {
  return sentenceCase(name).replaceAll(/\b(?:api|ca|hmac|id|mac|tls|url)\b/gi, (word) => word.toUpperCase())
}

/** `is a number from 1 to 65535` as a hint: A number from 1 to 65535. Choices need none. */
function hintOf({ expects, otherwise, kind, choices }: SettingField): string {
  if (/^is (?:one of|true or false)/.test(expects)) return ''
  const words = expects.replace(/^(?:must be|is|has) /, '')
  const preset = otherwise === undefined || kind === 'switch' || choices ? '' : ` Default: ${otherwise}.`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.${preset}`
}

const SWITCHED: Readonly<Record<string, string>> = { true: 'On', false: 'Off' }

const INPUTS = { number: { inputmode: 'numeric' }, lines: { lines: 4, maxlength: 20_000 } } as const

function inputOf({ kind, choices, otherwise }: SettingField): Partial<FormField> {
  const values = kind === 'switch' ? Object.keys(SWITCHED) : choices
  if (!values) return kind === 'number' || kind === 'lines' ? INPUTS[kind] : {}
  const wordsOf = (value: unknown) => SWITCHED[String(value)] ?? String(value)
  const preset = otherwise === undefined ? 'Default' : `Default (${wordsOf(otherwise)})`
  return { options: [['', preset], ...values.map((value) => [value, wordsOf(value)] as const)] }
}

/** A field for each credential. Without the entered value: a credential is never in a page. */
function credentialFields({ credentials }: Declared, isNew: boolean, { problems }: Pick<Shown, 'problems'>): Html[] {
  return Object.entries(credentials).map(([credential, { label, required }]) => {
    const name = `credentials.${credential}`
    return formField({
      ...{ name, label: fieldTitle(credential), hint: label, required: isNew && required },
      ...{ type: 'password', maxlength: 8192, problem: problemOf(problems, name) },
    })
  })
}

/** A field for each declared setting, and JSON for all others: fees, days of authorizations, and those of simulators. */
function settingFields({ settings: table }: Declared, stored: Settings, shown: Shown): Html {
  const field = fieldsOf(shown)
  const others = Object.fromEntries(Object.entries(stored).filter(([name]) => !Object.hasOwn(table, name)))
  const declared = Object.entries(table).map(([name, setting]) => {
    const value = stored[name] === undefined || stored[name] === null ? '' : String(stored[name])
    const { required = false } = setting
    return field({
      name: `settings.${name}`,
      label: fieldTitle(name),
      hint: hintOf(setting),
      required,
      value,
      ...inputOf(setting),
    })
  })
  const isOnly = declared.length === 0
  const json = field({
    ...{ name: 'settings', label: isOnly ? 'Settings (JSON)' : 'Other settings (JSON)', lines: 4, maxlength: 20_000 },
    value: isOnly || Object.keys(others).length > 0 ? JSON.stringify(others, null, 2) : '{}',
    hint: 'For example {"fees":{…}}. Saving replaces all settings.',
  })
  const isOpen = isOnly || Object.keys(others).length > 0 || problemOf(shown.problems, 'settings') !== undefined
  return html`${declared}<details class="fold"${isOpen && html` open`}><summary>Other settings</summary>${json}</details>`
}

/** Problems at their fields: those of an undeclared setting at the JSON. */
function placeProblems({ settings }: Declared, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map(({ field, message }) => {
    const [, name] = /^settings\.([^.]+)/.exec(field) ?? []
    return { field: name === undefined || Object.hasOwn(settings, name) ? field : 'settings', message }
  })
}

/** Problems of a check, at the first field that each names. */
export function checkProblems(declared: Declared, problems: readonly string[]): FieldProblem[] {
  return problems.flatMap((message) => {
    const [field] = fieldsIn(declared).find(([, name]) => new RegExp(`\\b${name}\\b`).test(message)) ?? []
    return field === undefined ? [] : [{ field, message: titled(message, declared) }]
  })
}

export function titled(message: string, declared: Declared): string {
  const write = (text: string, name: string) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), fieldTitle(name))
  return fieldsIn(declared).reduce((text, [, name]) => write(text, name), message)
}

/** Names of the form's fields with those of their credential or setting that no sentence has by chance. */
function fieldsIn({ credentials, settings }: Declared): (readonly [field: string, name: string])[] {
  const fields = [
    ...Object.keys(credentials).map((name) => [`credentials.${name}`, name] as const),
    ...Object.keys(settings).map((name) => [`settings.${name}`, name] as const),
  ]
  return fields.filter(([, name]) => name.includes('_'))
}
