import { Type } from 'typebox'
import type { CredentialTable } from '#domain/credentials.ts'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { Name } from '#interface/types.ts'
import { fieldsOf, formField, problemOf, type Shown } from '../parts/form.ts'
import { validated } from '../shell/action.ts'

export const PROVIDERS_PATH = '/dashboard/providers'

/** Credentials have names of the provider's own, `credentials.<name>`. */
export const AccountBody = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 }))

type Entered = Readonly<Record<string, string>>

export function declaredCredentials({ providers }: Gateway, name: string): CredentialTable {
  return orNotFound(providers.get(name), 'provider').credentials
}

export function accountFields(
  stored: {
    readonly name: string
    readonly settings: string
    readonly credentials: CredentialTable
    readonly isNew: boolean
  },
  shown: Shown,
): Html {
  const field = fieldsOf(shown)
  // Without the entered value: a credential is never in a page.
  const credentialField = ([credential, { label, required }]: [string, CredentialTable[string]]) =>
    formField({
      ...{ name: `credentials.${credential}`, label: credential, hint: label, required: stored.isNew && required },
      ...{ type: 'password', maxlength: 8192, problem: problemOf(shown.problems, `credentials.${credential}`) },
    })
  return html`${field({ name: 'name', label: 'Name', required: true, maxlength: LONGEST_NAME.other, value: stored.name })}
${Object.entries(stored.credentials).map(credentialField)}
${field({
  ...{ name: 'settings', label: 'Settings (JSON)', lines: 4, maxlength: 20_000, value: stored.settings },
  hint: 'Provider-specific settings, for example {"fees":{…}}. Saving replaces all of them.',
})}`
}

/** Reads the form. A credential that was left empty stays as it is. @throws RequestError `invalid` */
export function readAccount(gateway: Gateway, table: CredentialTable, entered: Entered) {
  const { name } = validated(gateway, Type.Object({ name: Name }), { name: (entered.name ?? '').trim() })
  const credentials = Object.keys(table).map((one) => [one, entered[`credentials.${one}`]?.trim() ?? ''] as const)
  const secrets = credentials.filter(([, text]) => text !== '').map(([one, text]) => [one, new Secret(text)] as const)
  return { name, settings: settingsOf(entered.settings ?? ''), credentials: Object.fromEntries(secrets) }
}

function settingsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw invalid('settings', 'Enter a JSON object, for example {}.')
}
