import type { SettingTable } from '#domain/account-settings.ts'
import type { CredentialTable } from '#domain/credentials.ts'
import type { Provider } from '../port/provider.ts'
import { checkCapabilities } from './check-capabilities.ts'

const CALLS = ['authorize', 'followUp', 'inquire', 'reverse', 'probe'] as const
const READERS = ['checkMetadata', 'checkSettings', 'readNotice'] as const
const OPTIONAL = ['capabilitiesWith', 'readSettlement'] as const
const OF_DISPUTES = ['accept', 'findAttempt', 'caseUrl'] as const

/** As in addresses and in `provider` of an account. Names of simulators are theirs, also in production. */
const NAME = /^[a-z][a-z0-9-]{1,39}$/
/** As in a form's field and in an account's record. */
const FIELD = /^[a-z][a-zA-Z0-9_]{0,59}$/

/**
 * Copies a provider from a module, each member read once, so that it cannot change later.
 * @throws Error that says which member is wrong
 */
export function checkedProvider(given: unknown): Provider {
  const source = objectOf(given, 'what its function returned')
  const { name, capabilities, credentials, settings, needsCards, returnParameters, disputes } = source
  if (typeof name !== 'string' || !NAME.test(name) || name in {} || name.endsWith('simulator'))
    throw new Error('name must be 2 to 40 small letters, digits and hyphens, and not end with simulator')
  const required = [...CALLS, ...READERS].map((member) => [member, method(source, member, true)] as const)
  const optional = OPTIONAL.map((member) => [member, method(source, member, false)] as const)
  const members = {
    ...Object.fromEntries([...required, ...optional].filter(([, member]) => member !== undefined)),
    name,
    capabilities: checkCapabilities(capabilities),
    credentials: credentialsOf(credentials),
    ...(settings !== undefined && { settings: settingsOf(settings) }),
    ...(needsCards === true && { needsCards }),
    ...(returnParameters !== undefined && { returnParameters: textsOf(returnParameters, 'returnParameters') }),
    ...(disputes !== undefined && { disputes: disputesOf(objectOf(disputes, 'disputes')) }),
  }
  return members as unknown as Provider
}

type Members = Readonly<Record<string, unknown>>

function objectOf(value: unknown, what: string): Members {
  if (value instanceof Promise) throw new Error(`${what} is a promise; return the provider itself`)
  if (typeof value !== 'object' || value === null) throw new Error(`${what} is not an object`)
  return value as Members
}

/** Method of an object, which may be an instance of a class. */
function method(source: Members, name: string, isRequired: boolean): unknown {
  const member = source[name]
  if (typeof member === 'function') return member.bind(source)
  if (member === undefined && !isRequired) return undefined
  throw new Error(`${name} is not a function`)
}

function disputesOf(source: Members): Members {
  const optional = OF_DISPUTES.map((name) => [name, method(source, name, false)] as const)
  const present = optional.filter(([, member]) => member !== undefined)
  return { inquire: method(source, 'inquire', true), ...Object.fromEntries(present) }
}

function credentialsOf(given: unknown): CredentialTable {
  return tableOf(given, 'credentials', ({ label, required, problemOf }, place) => {
    if (typeof label !== 'string' || typeof problemOf !== 'function')
      throw new Error(`${place} needs a text as label and a function as problemOf`)
    return { label, required: required === true, problemOf: (value: string) => problemOf(value) as string | null }
  })
}

function settingsOf(given: unknown): SettingTable {
  return tableOf(given, 'settings', ({ expects, required, kind, choices, otherwise }, place) => {
    if (typeof expects !== 'string') throw new Error(`${place}.expects is not a text`)
    if (kind !== undefined && !['number', 'switch', 'lines'].includes(kind as string))
      throw new Error(`${place}.kind must be number, switch or lines`)
    return {
      ...{ expects, required: required === true, otherwise },
      ...(kind !== undefined && { kind: kind as 'number' }),
      ...(choices !== undefined && { choices: textsOf(choices, `${place}.choices`) }),
    }
  })
}

function tableOf<Field>(given: unknown, what: string, read: (field: Members, place: string) => Field) {
  const entries = Object.entries(objectOf(given, what)).map(([name, field]) => {
    if (!FIELD.test(name) || name in {}) throw new Error(`${what} has ${JSON.stringify(name)}; use a name like api_key`)
    return [name, read(objectOf(field, `${what}.${name}`), `${what}.${name}`)] as const
  })
  return Object.fromEntries(entries)
}

function textsOf(value: unknown, what: string): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return [...value]
  throw new Error(`${what} is not a list of texts`)
}
