import type { CredentialField, CredentialTable, Problem, ProviderAccount, SettingField } from '#providers/port/tools.ts'
import { isCountry, isTimeZone, statementName, UnknownOutcome } from '#providers/port/tools.ts'
import type { BitmapForm } from './codec/bitmap.ts'
import type { LengthForm } from './codec/frames.ts'
import { HOSTS, type HostName } from './hosts.ts'
import { problemsOfReach, type Reach } from './reach.ts'

/** Parsed settings of an account, including the acquirer's address: acquirers have no common one. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly tls_ca: string | undefined
  readonly length_form: LengthForm
  readonly bitmap_form: BitmapForm
  readonly field_table: HostName
  readonly reversal_form: 'request' | 'advice'
  readonly acquirer_id: string
  readonly terminal_id: string
  readonly merchant_id: string
  readonly merchant_category_code: string
  readonly statement_name: string | undefined
  readonly city: string
  readonly country: string
  readonly time_zone: string
  readonly answer_seconds: number
}

interface Setting extends SettingField {
  readonly holds: (value: unknown) => boolean
}

const text = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value)
const oneOf = (choices: readonly string[], otherwise: string): Setting => ({
  holds: (value) => choices.includes(value as string),
  expects: `is one of ${choices.join(', ')}`,
  choices,
  otherwise,
})
const between = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

export const SETTINGS: Readonly<Record<keyof Settings, Setting>> = {
  host: { holds: text(/^[A-Za-z0-9.:-]{1,253}$/), expects: 'is the name or address of the acquirer’s host' },
  port: { holds: between(1, 65_535), expects: 'is a number from 1 to 65535', kind: 'number' },
  tls: { holds: (value) => typeof value === 'boolean', expects: 'is true or false', kind: 'switch', otherwise: true },
  tls_ca: {
    holds: (value) => value === undefined || text(/^-----BEGIN CERTIFICATE-----/)(value),
    expects: 'is a certificate in PEM form',
    kind: 'lines',
    otherwise: undefined,
  },
  length_form: oneOf(['ascii4', 'binary2'], 'ascii4'),
  bitmap_form: oneOf(['hex', 'binary'], 'hex'),
  field_table: oneOf(Object.keys(HOSTS), 'iso-1987'),
  reversal_form: oneOf(['request', 'advice'], 'request'),
  acquirer_id: { holds: text(/^\d{1,11}$/), expects: 'has 1 to 11 digits (data element 32)' },
  terminal_id: { holds: text(/^[\x21-\x7e]{1,8}$/), expects: 'has 1 to 8 ASCII characters (data element 41)' },
  merchant_id: { holds: text(/^[\x21-\x7e]{1,15}$/), expects: 'has 1 to 15 ASCII characters (data element 42)' },
  merchant_category_code: { holds: text(/^\d{4}$/), expects: 'has four digits (ISO 18245, data element 18)' },
  statement_name: {
    holds: (value) => value === undefined || text(/^(?=.*[!-~])[\x20-\x7e]{1,25}$/)(value),
    expects: 'has 1 to 25 ASCII characters (data element 43)',
    otherwise: undefined,
  },
  city: { holds: text(/^[\x20-\x7e]{1,13}$/), expects: 'has 1 to 13 ASCII characters (data element 43)' },
  country: {
    holds: (value) => typeof value === 'string' && isCountry(value),
    expects: 'is a country of two letters (ISO 3166-1, data element 43)',
  },
  time_zone: {
    holds: (value) => typeof value === 'string' && isTimeZone(value),
    expects: 'is a time zone such as Europe/Brussels',
    otherwise: 'UTC',
  },
  answer_seconds: { holds: between(5, 60), expects: 'is a number from 5 to 60', kind: 'number', otherwise: 30 },
}

const NAMES = Object.keys(SETTINGS) as readonly (keyof Settings)[]

function settingIn(name: keyof Settings, given: ProviderAccount['settings']): unknown {
  return given[name] ?? SETTINGS[name].otherwise
}

export function problemsOfSettings(given: ProviderAccount['settings']): Problem[] {
  const wrong = NAMES.filter((name) => !SETTINGS[name].holds(settingIn(name, given)))
  return wrong.map((name) => ({
    property: `settings.${name}`,
    message: `${name} ${SETTINGS[name].expects}.`,
    params: [],
  }))
}

/** Problems of an account: its settings, the address of its line, and the name on statements. */
export function problemsOfAccount(
  given: ProviderAccount['settings'],
  merchantName: string,
  reach: Reach | null,
): Problem[] {
  const problems = problemsOfSettings(given)
  if (problems.length > 0) return problems
  const settings = settingsOf({ settings: given })
  const isNameless = settings.statement_name === undefined && statementName(merchantName) === ''
  return [...problemsOfReach(settings, reach), ...(isNameless ? [NAMELESS] : [])]
}

const NAMELESS: Problem = {
  property: 'settings.statement_name',
  message: 'statement_name has to be given: the merchant’s name has no Latin letters for element 43.',
  params: [],
}

/** Settings are checked when stored, so a wrong one was written outside the gateway. */
export function settingsOf({ settings }: Pick<ProviderAccount, 'settings'>): Settings {
  const [problem] = problemsOfSettings(settings)
  if (problem) throw new UnknownOutcome(`The account's settings cannot be used: ${problem.message}`)
  return Object.fromEntries(NAMES.map((name) => [name, settingIn(name, settings)])) as unknown as Settings
}

const pem = (label: string, form: RegExp): CredentialField => ({
  label,
  required: false,
  problemOf: (value) => (form.test(value) ? null : 'Give the whole PEM text, with its first and last line.'),
})

/** Credentials for an acquirer that authenticates callers: its authority's certificate, its key, a key for each message. */
export const CREDENTIALS: CredentialTable = {
  mac_key: {
    label: 'The key of authentication codes (data elements 64 and 128) that the acquirer shares, in hexadecimal.',
    required: false,
    problemOf: (value) =>
      /^(?:[\dA-Fa-f]{32}|[\dA-Fa-f]{48}|[\dA-Fa-f]{64})$/.test(value)
        ? null
        : 'Give 32, 48 or 64 hexadecimal digits: for X9.19 32, for AES-CMAC as long as the key is.',
  },
  client_certificate: pem(
    'The client certificate that the acquirer issued, in PEM form.',
    /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/,
  ),
  client_key: pem(
    'The private key of the client certificate, in PEM form, without a passphrase.',
    /^-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[\s\S]+-----END (?:RSA |EC )?PRIVATE KEY-----\s*$/,
  ),
}
