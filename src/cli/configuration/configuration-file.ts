import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readJson } from '#client/exact-json.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { Failure } from '../command.ts'

/** File of `config export`. Its version changes with what older releases cannot read. */
export interface ConfigurationFile {
  readonly version: number
  readonly merchants: readonly MerchantConfiguration[]
}

type Account = NonNullable<MerchantConfiguration['provider_accounts']>[number]

const VERSION = 1
const FILE_BYTES = 64 * 1024 * 1024
const CREDENTIAL_BYTES = 8192
/** A client or a recipient belongs to one merchant. */
const OF_ONE_MERCHANT = ['external_client_ids', 'wallet_recipients'] as const

/** Names the place of each credential instead of its value. @throws Failure for merchants of one name */
export function toFile(merchants: readonly MerchantConfiguration[]): ConfigurationFile {
  const sorted = merchants.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const problems = twice(sorted.map(({ name }) => name)).map((name) => `Two merchants are named ${name}; rename one.`)
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  const taken = new Set<string>()
  const referring = (merchant: string) => (account: Account) => ({
    ...account,
    credentials: mapValues(account.credentials, (_, name) => `env:${variableOf(merchant, account, name, taken)}`),
  })
  const exported = sorted.map((merchant) => ({
    ...merchant,
    provider_accounts: merchant.provider_accounts?.map(referring(merchant.name)) ?? [],
  }))
  return { version: VERSION, merchants: exported }
}

/** `LARKSPUR_ADYEN_MAIN_API_KEY`. A digest distinguishes names with the same letters. @param taken other variables */
function variableOf(merchant: string, account: Account, credential: string, taken: Set<string>): string {
  const names = [merchant, account.provider, account.name]
  const parts = [...names, credential].flatMap((name) => name.toUpperCase().match(/[A-Z0-9]+/g) ?? [])
  const variable = parts.join('_').replace(/^(?=\d)/, 'C_')
  const digest = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 8).toUpperCase()
  const unique = taken.has(variable) ? `${variable}_${digest}` : variable
  taken.add(unique)
  return unique
}

/** Reads a file, with the values of its credentials. @throws Failure with every place that is wrong */
export function readConfigurationFile(path: string): readonly MerchantConfiguration[] {
  const { version, merchants } = parse(path)
  if (version !== VERSION) throw new Failure(`version: Use ${VERSION}, or a release that knows this version.`)
  if (!Array.isArray(merchants) || !merchants.every(isNamed)) {
    throw new Failure('merchants: Write a list of objects, each with a name.')
  }
  const names = twice(merchants.map(({ name }) => name)).map((name) => `${name} is here twice; remove one.`)
  const problems = [...names, ...OF_ONE_MERCHANT.flatMap((field) => sharedProblems(merchants, field))]
  const resolved = merchants.map((merchant, index) => resolve(merchant, `merchants.${index}`, problems))
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  return resolved
}

function parse(path: string): Partial<ConfigurationFile> {
  const file = readBounded(path, FILE_BYTES)
  if (typeof file === 'object') throw new Failure(`${path} ${file.problem}.`)
  try {
    const value: unknown = readJson(file)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below, without its content.
  }
  throw new Failure(`${path} must contain a JSON object, as \`config export\` prints it.`)
}

function readBounded(path: string, bytes: number): string | { readonly problem: string } {
  try {
    const file = statSync(path)
    if (!file.isFile()) return { problem: 'is not a file' }
    return file.size > bytes ? { problem: `has more than ${bytes} bytes` } : readFileSync(path, 'utf8')
  } catch {
    return { problem: 'cannot be read' }
  }
}

const isNamed = (value: unknown): boolean => typeof (value as { name?: unknown } | null)?.name === 'string'

function sharedProblems(merchants: readonly MerchantConfiguration[], field: (typeof OF_ONE_MERCHANT)[number]) {
  const all = merchants.flatMap((merchant) => [...new Set([merchant[field] ?? []].flat())])
  return twice(all).map((value) => `${field}: ${value} is at two merchants; it can belong to one only.`)
}

const twice = (values: readonly string[]) => [...new Set(values.filter((one, index) => values.indexOf(one) !== index))]

/** @param problems receives what cannot be resolved */
function resolve(merchant: MerchantConfiguration, place: string, problems: string[]): MerchantConfiguration {
  const { provider_accounts: accounts } = merchant
  // The gateway judges anything else.
  if (!Array.isArray(accounts)) return merchant
  const resolved = accounts.map((account: Account, index) => {
    if (typeof account?.credentials !== 'object' || account.credentials === null) return account
    const credentials = mapValues(account.credentials, (reference, name) => {
      const value = valueAt(reference)
      if (typeof value !== 'object' || value === null) return value
      problems.push(`${place}.provider_accounts.${index}.credentials.${name}: ${value.problem}.`)
      return null
    })
    return { ...account, credentials }
  })
  return { ...merchant, provider_accounts: resolved }
}

function valueAt(reference: unknown): string | null | { readonly problem: string } {
  if (reference === null) return null
  const [, kind, name = ''] = /^(env|file):(.+)$/s.exec(String(reference)) ?? []
  if (kind === undefined || (kind === 'file' && !name.startsWith('/'))) {
    return { problem: 'Write env:NAME or file:/path, never the value, or null to keep the stored value' }
  }
  if (kind === 'env') return process.env[name]?.trim() || { problem: `${name} is not set` }
  const value = readBounded(name, CREDENTIAL_BYTES)
  if (typeof value === 'object') return { problem: `${name} ${value.problem}` }
  return value.trim() || { problem: `${name} is empty` }
}

function mapValues<T, R>(values: Readonly<Record<string, T>> = {}, change: (value: T, name: string) => R) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
