import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readJson } from '#client/exact-json.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { Failure } from '../command.ts'

type Account = NonNullable<MerchantConfiguration['provider_accounts']>[number]

/** Changes with what older releases cannot read. */
const VERSION = 1
const FILE_BYTES = 64 * 1024 * 1024
const CREDENTIAL_BYTES = 8192
/** A client or a recipient belongs to one merchant. */
const OF_ONE_MERCHANT = ['external_client_ids', 'wallet_recipients'] as const

/** File of `config export`, which names the place of each credential instead of its value. */
export function toFile(merchants: readonly MerchantConfiguration[]) {
  const taken = new Set<string>()
  const sorted = merchants.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const referring = (merchant: MerchantConfiguration) =>
    mapCredentials(merchant, (_, name, { provider, name: account }) => {
      return `env:${makeVariable([merchant.name, provider, account], name, taken)}`
    })
  return { version: VERSION, merchants: sorted.map(referring) }
}

/** `LARKSPUR_ADYEN_MAIN_API_KEY`. A digest distinguishes names with the same letters. @param taken other variables */
function makeVariable(names: readonly string[], credential: string, taken: Set<string>): string {
  const words = [...names, credential].flatMap((name) => name.toUpperCase().match(/[A-Z0-9]+/g) ?? [])
  const variable = words.join('_').replace(/^(?=\d)/, 'C_')
  const digest = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 8).toUpperCase()
  const unique = taken.has(variable) ? `${variable}_${digest}` : variable
  taken.add(unique)
  return unique
}

/** Reads a file, with the values of its credentials. @throws Failure with every place that is wrong */
export function readConfigurationFile(path: string): readonly MerchantConfiguration[] {
  const { version, merchants } = parse(path)
  if (version !== VERSION) throw new Failure(`version: Use ${VERSION}, or a release that knows this version.`)
  if (!Array.isArray(merchants) || !merchants.every((merchant) => typeof merchant?.name === 'string')) {
    throw new Failure('merchants: Write a list of objects, each with a name.')
  }
  const problems = twice(merchants.map(({ name }) => name)).map((name) => `${name} is here twice; remove one.`)
  for (const field of OF_ONE_MERCHANT) {
    const all = merchants.flatMap((merchant) => [...new Set([merchant[field] ?? []].flat())])
    problems.push(...twice(all).map((one) => `${field}: ${one} is at two merchants; it can belong to one only.`))
  }
  const resolved = merchants.map((merchant: MerchantConfiguration, at) =>
    mapCredentials(merchant, (reference, name, _, index) => {
      const value = resolve(reference)
      if (typeof value !== 'object' || value === null) return value
      problems.push(`merchants.${at}.provider_accounts.${index}.credentials.${name}: ${value.problem}.`)
      return null
    }),
  )
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  return resolved
}

function parse(path: string): { readonly version?: unknown; readonly merchants?: unknown } {
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

const twice = (values: readonly string[]) =>
  [...Map.groupBy(values, (one) => one)].flatMap(([one, all]) => (all.length > 1 ? [one] : []))

type CredentialChange = (value: unknown, name: string, account: Account, index: number) => string | null

/** Leaves what has another shape: the gateway reports it. */
function mapCredentials(merchant: MerchantConfiguration, change: CredentialChange): MerchantConfiguration {
  if (!Array.isArray(merchant.provider_accounts)) return merchant
  const accounts = merchant.provider_accounts.map((account: Account, index) => {
    if (typeof account?.credentials !== 'object' || account.credentials === null) return account
    const changed = Object.entries(account.credentials).map(([name, value]) => [
      name,
      change(value, name, account, index),
    ])
    return { ...account, credentials: Object.fromEntries(changed) }
  })
  return { ...merchant, provider_accounts: accounts }
}

/** Value at a reference. Only capital letters are read as a name: an error repeats it, so it must not be a secret. */
function resolve(reference: unknown): string | null | { readonly problem: string } {
  if (reference === null) return null
  const [, variable, path] = /^(?:env:([A-Z_][A-Z0-9_]*)|file:(\/.+))$/s.exec(String(reference)) ?? []
  if (variable !== undefined) return process.env[variable]?.trim() || { problem: `${variable} is not set` }
  if (path === undefined) {
    return { problem: 'Write env:NAME or file:/path, never the value, or null to keep the stored value' }
  }
  const value = readBounded(path, CREDENTIAL_BYTES)
  if (typeof value === 'object') return { problem: `${path} ${value.problem}` }
  return value.trim() || { problem: `${path} is empty` }
}
