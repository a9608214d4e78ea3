import { isIP } from 'node:net'
import { currencyOfNumber } from '../../../src/domain/currency-numbers.ts'
import { readVectors } from '../vectors.ts'

export type Message = Readonly<Record<string, unknown>>

/** Published rule for one element of a message. */
interface Rule {
  /** A string if absent. */
  readonly type?: 'array' | 'boolean' | 'object' | 'phone'
  readonly required?: boolean
  /** Length in characters. */
  readonly min?: number
  readonly max?: number
  readonly values?: readonly string[]
  readonly pattern?: string
  readonly format?: string
}

type Rules = Readonly<Record<string, Rule>>
type Kind = 'areq' | 'ares' | 'rreq' | 'erro' | 'preauthRequest' | 'preauthResponseCRD' | 'postauthRequest'

/** Elements that came with 2.2.0, as the provider's two tables differ. */
const SINCE_2_2_0 = [
  'browserJavascriptEnabled',
  'threeDSReqAuthMethodInd',
  'threeDSRequestorDecMaxTime',
  'threeDSRequestorDecReqInd',
  'payTokenSource',
  'whiteListStatus',
  'whiteListStatusSource',
  'acsDecConInd',
]
/** Required where the browser runs scripts, which ours always does. */
const OF_SCRIPTS = ['ColorDepth', 'JavaEnabled', 'ScreenHeight', 'ScreenWidth', 'TZ'].map((name) => `browser${name}`)

/** Beyond the published tables of 2.2.0: what answers carry from the server itself, and a version's own format. */
const ALSO: Rules = {
  dsProtocolVersions: { type: 'array' },
  acsProtocolVersions: { type: 'array' },
  threeDSServerProtocolVersions: { type: 'array' },
}

/** Of version 2.2.0. */
const RULES = readVectors('emv-3ds-fields.json') as Record<Kind, Rules>

/** The elements of a message that the provider's tables have no room for, or miss. */
export function faultsOf(kind: Kind, message: Message): string[] {
  const rules = rulesOf(kind, message.messageVersion)
  const missing = Object.entries(rules).filter(([name, rule]) => isRequired(kind, name, rule) && !(name in message))
  const wrong = Object.entries(message).filter(([name, value]) => !rules[name] || !holds(rules[name], value))
  return [...missing, ...wrong].map(([name]) => name)
}

function rulesOf(kind: Kind, version: unknown): Rules {
  const published = { ...RULES[kind], ...(kind === 'preauthResponseCRD' && ALSO) }
  if (version !== '2.1.0') return published
  const older = Object.entries(published).filter(([name]) => !SINCE_2_2_0.includes(name))
  const messageVersion = { ...published.messageVersion!, values: ['2.1.0'] }
  return { ...Object.fromEntries(older), messageVersion }
}

function isRequired(kind: Kind, name: string, { required = false }: Rule): boolean {
  // An Erro that answers a message without an id has none.
  if (kind === 'erro' && name === 'threeDSServerTransID') return false
  return required || (kind === 'areq' && OF_SCRIPTS.includes(name))
}

function holds(rule: Rule, value: unknown): boolean {
  if (rule.type === 'boolean') return typeof value === 'boolean'
  if (rule.type === 'array') return Array.isArray(value)
  if (rule.type === 'phone') return isPhone(value as Message)
  if (typeof value !== 'string') return false
  return (
    value !== '' &&
    value.length >= (rule.min ?? 0) &&
    value.length <= (rule.max ?? Number.POSITIVE_INFINITY) &&
    rule.values?.includes(value) !== false &&
    new RegExp(rule.pattern ?? '').test(value) &&
    FORMATS[rule.format ?? 'any']!(value)
  )
}

function isPhone({ cc, subscriber, ...more }: Message): boolean {
  return /^\d{1,3}$/.test(String(cc)) && /^\d{1,12}$/.test(String(subscriber)) && Object.keys(more).length === 0
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  any: () => true,
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  url: (text) => URL.canParse(text),
  ip: (text) => isIP(text) !== 0,
  email: (text) => /^[!-~]+@[!-~]+\.[!-~]+$/.test(text),
  currency: (text) => currencyOfNumber(text) !== undefined,
  countryCode: (text) => Number(text) < 901,
  validVersion: (text) => /^2\.\d\.\d$/.test(text),
  yymm: (text) => /^\d\d(0[1-9]|1[0-2])$/.test(text),
  yyyymmddhhmmss: (text) => {
    const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
    const [year, month, day, hour, minute, second] = parts
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
    return parts.length === 6 && !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString() === iso
  },
}
