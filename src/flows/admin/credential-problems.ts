import type { ProviderAccount } from '#domain/merchant.ts'
import type { Problem } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { Provider } from '#providers/provider.ts'

/** Settings are kept and answered in clear, so a credential among them is refused. */
export function misplacedCredentials(
  { credentials }: Provider,
  settings: ProviderAccount['settings'],
): readonly Problem[] {
  return Object.keys(settings)
    .filter((name) => Object.hasOwn(credentials, name.toLowerCase()))
    .map((name) => problem(`settings.${name}`, `${name} is a credential; send it in credentials.`))
}

/** Credentials that the provider does not have, cannot be what they are called, or are missing. */
export function problemsOfCredentials(
  { credentials: table }: Provider,
  given: Readonly<Record<string, Secret<string>>>,
  required: readonly string[],
): readonly Problem[] {
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const field = `credentials.${name}`
    if (!Object.hasOwn(table, name)) return [problem(field, unknownName(Object.keys(table)), Object.keys(table))]
    const message = table[name]!.problemOf(value.reveal())
    return message === null ? [] : [problem(field, message)]
  })
  const missing = required.filter((name) => !Object.hasOwn(given, name))
  return [...wrong, ...missing.map((name) => problem(`credentials.${name}`, `Add it: ${table[name]!.label}`))]
}

function unknownName(names: readonly string[]): string {
  return names.length === 0 ? 'This provider has no credentials.' : `Use one of ${names.join(', ')}.`
}

function problem(property: string, message: string, params: readonly string[] = []): Problem {
  return { property, message, params }
}
