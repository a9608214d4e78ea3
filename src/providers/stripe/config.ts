import type {
  CredentialField,
  CredentialTable,
  Problem,
  ProviderAccount,
  Realm,
  SettingTable,
} from '#providers/port/tools.ts'

/** URL of Stripe by realm. One host serves both environments: the key decides, so a key of the other one is refused. */
export const ORIGINS: Readonly<Record<Realm, string>> = {
  uat: 'https://api.stripe.com',
  production: 'https://api.stripe.com',
}

/** API version of this connector; accounts may be set to any other. */
export const API_VERSION = '2026-08-26.dahlia'

/** Prefix of an environment's keys. */
export type Mode = 'test' | 'live'

export const MODES: Readonly<Record<Realm, Mode>> = { uat: 'test', production: 'live' }

const SECRET_KEY = /^[sr]k_(test|live)_[A-Za-z0-9]{8,250}$/
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_-]{16,250}$/

export function credentialsIn(realm: Realm): CredentialTable {
  return { secret_key: secretKeyIn(realm), webhook_secret: WEBHOOK_FIELD }
}

function secretKeyIn(realm: Realm): CredentialField {
  const mode = MODES[realm]
  return {
    label: `Stripe dashboard, Developers, API keys: a restricted key (rk_${mode}_…), or the secret key (sk_${mode}_…).`,
    required: true,
    problemOf(value) {
      const [, found] = SECRET_KEY.exec(value) ?? []
      if (found === undefined)
        return `Give a key that begins with rk_${mode}_ or sk_${mode}_, as the dashboard shows it.`
      return found === mode ? null : `This is a ${found} key; this gateway takes ${mode} keys only.`
    },
  }
}

const WEBHOOK_FIELD: CredentialField = {
  label: 'Stripe dashboard, Developers, Webhooks, your endpoint: the signing secret (whsec_…).',
  required: false,
  problemOf: (value) => (WEBHOOK_SECRET.test(value) ? null : 'Give the signing secret, which begins with whsec_.'),
}

/** Text on statements after the account's name (Stripe: statement descriptors). */
const SUFFIX = /^(?=.*[A-Za-z])[\x20-\x7e]{1,22}$/
const NOT_IN_SUFFIX = /[<>\\'"*]/

export const SETTINGS: SettingTable = {
  statement_descriptor_suffix: { expects: 'is the text on statements after the account’s name, 1 to 22 characters' },
  network_transaction_ids: {
    expects: 'is on if Stripe has enabled charges by agreement for the account',
    kind: 'switch',
    otherwise: false,
  },
}

/** Problems of `statement_descriptor_suffix` and `network_transaction_ids`. */
export function problemsOfSettings({
  statement_descriptor_suffix: suffix,
  network_transaction_ids: ids,
}: ProviderAccount['settings']): Problem[] {
  return [
    ...(suffix === undefined || suffix === null || isSuffix(suffix) ? [] : [BAD_SUFFIX]),
    ...(ids === undefined || ids === null || typeof ids === 'boolean' ? [] : [BAD_IDS]),
  ]
}

const BAD_SUFFIX: Problem = {
  property: 'settings.statement_descriptor_suffix',
  message: 'Use 1 to 22 characters of ASCII with a letter among them, and none of < > \\ \' " *.',
  params: ['1', '22'],
}

const BAD_IDS: Problem = {
  property: 'settings.network_transaction_ids',
  message: 'Use true if Stripe has enabled charges by agreement for the account, else false.',
  params: [],
}

/** Text on statements after the account's name; null if not set. */
export function suffixOf({ settings }: ProviderAccount): string | null {
  const { statement_descriptor_suffix: suffix } = settings
  return isSuffix(suffix) ? suffix : null
}

function isSuffix(value: unknown): value is string {
  return typeof value === 'string' && SUFFIX.test(value) && !NOT_IN_SUFFIX.test(value)
}
