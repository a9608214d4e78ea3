import type { ProviderAccount } from '#domain/merchant.ts'
import { type Problem, problem } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { Provider } from '#providers/port/provider.ts'

/** Finds settings that look like a credential, at any depth, because settings are stored and returned in clear text. */
export function misplacedCredentials(
  { credentials }: Provider,
  settings: ProviderAccount['settings'],
): readonly Problem[] {
  const own = new Set(Object.keys(credentials).map(plainName))
  const message = own.size === 0 ? 'leave it out' : 'send it in credentials'
  return entriesIn('settings', settings, 0)
    .filter(([, name, value]) => own.has(plainName(name)) || isCredential(name, value))
    .map(([property, name]) => problem(property, `${name} is a credential, or looks like one; ${message}.`))
}

type Entry = readonly [property: string, name: string, value: unknown]

/** Deeper settings are not checked, so they are rejected. */
const MAX_DEPTH = 10

function entriesIn(path: string, value: unknown, depth: number): Entry[] {
  if (typeof value !== 'object' || value === null) return []
  if (depth > MAX_DEPTH) return [[path, 'secret', 'nested too deep']]
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = `${path}.${name}`
    return [[property, name, inner] as const, ...entriesIn(property, inner, depth + 1)]
  })
}

/** Equal for `apiKey`, `API-Key` and `api_key`. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Names of credentials, but not of switches and key IDs. */
const SECRET_NAME =
  /passw|passphrase|passcode|passkey|pwd|secret|credential|bearer|authorization(?!days$)|^auth$|^pin$|^pass$|(?:user|data|key)pass$|tokens?$|(?<!public)keys?$|keypair|keystore|privkey|privatekey|accesskey|apikey|signingkey|hmackey/

/** Keys, tokens and URLs with a password, under any name. */
const SECRET_VALUE =
  /PRIVATE KEY-----|^(?:[sr]k|whsec|xox[abp]|gh[ps])_|^eyJ[\w-]{8,}\.|^(?:bearer|basic) \S|:\/\/[^/\s:@]{0,200}:[^/\s@]{1,200}@/i

function isCredential(name: string, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null) return false
  return SECRET_NAME.test(plainName(name)) || (typeof value === 'string' && SECRET_VALUE.test(value.slice(0, 10_000)))
}

/** Finds unknown, invalid and missing credentials. */
export function problemsOfCredentials(
  { credentials: table }: Provider,
  given: Readonly<Record<string, Secret<string>>>,
  required: readonly string[],
): readonly Problem[] {
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const field = `credentials.${name}`
    if (!Object.hasOwn(table, name)) return [problem(field, unknownName(Object.keys(table)), ...Object.keys(table))]
    const message = table[name]!.problemOf(value.reveal())
    return message === null ? [] : [problem(field, message)]
  })
  const missing = required.filter((name) => !Object.hasOwn(given, name))
  return [...wrong, ...missing.map((name) => problem(`credentials.${name}`, `Add it: ${table[name]!.label}`))]
}

function unknownName(names: readonly string[]): string {
  return names.length === 0 ? 'This provider has no credentials.' : `Use one of ${names.join(', ')}.`
}
