import type {
  CredentialTable,
  Environment,
  Problem,
  ProviderAccount,
  Realm,
  SettingField,
  SettingTable,
} from '#providers/port/tools.ts'
import { UnknownOutcome } from '#providers/port/tools.ts'

type Settings = ProviderAccount['settings']

interface Setting extends SettingField {
  readonly form: RegExp
}

const SETTINGS = {
  merchant_account: {
    form: /^[A-Za-z0-9_-]{1,80}$/,
    expects: 'must be the name of the merchant account, as the Customer Area shows it at the top',
  },
  live_url_prefix: {
    form: /^[0-9a-f]{16}-[A-Za-z0-9]{1,32}$/,
    expects: 'must be the prefix of Customer Area, Developers, API URLs: 16 hex digits, a hyphen and the company name',
  },
  balance_account: {
    form: /^BA[A-Z0-9]{1,48}$/,
    expects: 'must be the id of the balance account that payouts are made from; it begins with BA',
  },
  captures: {
    form: /^multiple$/,
    choices: ['multiple'],
    expects: 'must be multiple, for a merchant account that Adyen has enabled several captures for; else leave it out',
  },
} as const satisfies Record<string, Setting>

type SettingName = keyof typeof SETTINGS

/** Credentials of an account. Keys for payouts belong to the balance platform, which has separate users. */
export const CREDENTIALS: CredentialTable = {
  api_key: {
    label: 'Customer Area, Developers, API credentials: the API key of a web service user.',
    required: true,
    problemOf: problemOfKey,
  },
  hmac_key: {
    label: 'Customer Area, Developers, Webhooks: the HMAC key of the standard webhook, 64 hex digits.',
    required: true,
    problemOf: problemOfHmacKey,
  },
  notice_login: {
    label:
      'Customer Area, Developers, Webhooks, Basic authentication: user name and password, with a colon between them.',
    required: false,
    problemOf: problemOfLogin,
  },
  transfers_api_key: {
    label: 'For payouts: the API key of a balance platform user with the Transfers role.',
    required: false,
    problemOf: problemOfKey,
  },
  transfers_hmac_key: {
    label: 'For payouts: the HMAC key of the transfer webhook, 64 hex digits.',
    required: false,
    problemOf: problemOfHmacKey,
  },
}

function problemOfLogin(value: string): string | null {
  return /^[^:]{1,100}:.{8,200}$/.test(value)
    ? null
    : 'Use a user name, a colon and a password of 8 characters or more.'
}

function problemOfKey(value: string): string | null {
  if (/^[\x21-\x7e]{20,300}$/.test(value)) return null
  return 'An API key of Adyen is 20 to 300 ASCII characters without a space. Copy it whole.'
}

function problemOfHmacKey(value: string): string | null {
  return /^[0-9A-Fa-f]{64}$/.test(value) ? null : 'An HMAC key of Adyen is 64 hex digits. Copy it whole.'
}

const requiredIn = (realm: Realm): readonly SettingName[] =>
  realm === 'production' ? ['merchant_account', 'live_url_prefix'] : ['merchant_account']

export function settingsIn(realm: Realm): SettingTable {
  const required: readonly string[] = requiredIn(realm)
  const fields = Object.entries(SETTINGS).map(([name, field]) => [
    name,
    { ...field, required: required.includes(name) },
  ])
  return Object.fromEntries(fields)
}

/** Problems of an account's settings, as 422s on `settings.<name>`. */
export function problemsOfSettings({ realm }: Environment, settings: Settings): readonly Problem[] {
  const required = requiredIn(realm)
  const names = Object.keys(SETTINGS) as SettingName[]
  return names
    .filter((name) => (settings[name] == null ? required.includes(name) : settingOf(settings, name) === null))
    .map((name) => ({ property: `settings.${name}`, message: `${name} ${SETTINGS[name].expects}.`, params: [] }))
}

export function merchantAccountOf({ settings }: ProviderAccount): string {
  return needed(settings, 'merchant_account')
}

/** Balance account of payouts; null if the account makes none. */
export function balanceAccountOf({ settings }: ProviderAccount): string | null {
  return settingOf(settings, 'balance_account')
}

export function takesSeveralCaptures(settings: Settings): boolean {
  return settingOf(settings, 'captures') !== null
}

/** Host of payments. Production reaches no test host, UAT no live one. */
export function checkoutOf({ realm, origin }: Environment, { settings }: ProviderAccount): string {
  if (origin !== undefined) return `${origin}/v72`
  if (realm === 'uat') return 'https://checkout-test.adyen.com/v72'
  return `https://${needed(settings, 'live_url_prefix')}-checkout-live.adyenpayments.com/checkout/v72`
}

export function transfersOf({ realm, origin }: Environment): string {
  const host = `https://balanceplatform-api-${realm === 'uat' ? 'test' : 'live'}.adyen.com`
  return `${origin ?? host}/btl/v4`
}

/** Settings are checked when stored, so a missing one was removed outside the gateway. */
function needed(settings: Settings, name: SettingName): string {
  const value = settingOf(settings, name)
  if (value === null) throw new UnknownOutcome(`The account lacks its setting ${name}.`)
  return value
}

function settingOf(settings: Settings, name: SettingName): string | null {
  const value = settings[name]
  return typeof value === 'string' && SETTINGS[name].form.test(value) ? value : null
}
