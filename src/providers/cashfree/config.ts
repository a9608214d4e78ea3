import type { CredentialTable, Realm } from '#providers/port/tools.ts'

/** The only origins: UAT never reaches live accounts, nor production the sandbox. */
export const ORIGINS = {
  uat: 'https://sandbox.cashfree.com',
  production: 'https://api.cashfree.com',
} as const satisfies Record<Realm, string>

/** Prefixes of keys in each environment. */
const MARKS: Readonly<Record<Realm, RegExp>> = { uat: /^(?:TEST|cfsk_\w+_test_)/, production: /^cfsk_\w+_prod_/ }

const OTHER: Readonly<Record<Realm, Realm>> = { uat: 'production', production: 'uat' }

const NAMES: Readonly<Record<Realm, string>> = { uat: 'test', production: 'production' }

/** Credentials of an account; payouts have separate keys. */
export function credentialsIn(realm: Realm): CredentialTable {
  const key = (where: string, required: boolean) => ({
    label: `${where} (${NAMES[realm]} environment)`,
    required,
    problemOf: (value: string) => problemOf(value, realm),
  })
  return {
    client_id: key('App ID: Payment Gateway, Developers, API Keys', true),
    client_secret: key('Secret key: Payment Gateway, Developers, API Keys', true),
    payout_client_id: key('Client ID: Payouts, Developers, API Keys', false),
    payout_client_secret: key('Client secret: Payouts, Developers, API Keys', false),
  }
}

function problemOf(value: string, realm: Realm): string | null {
  if (MARKS[OTHER[realm]].test(value)) return `This key is of the other environment: take the ${NAMES[realm]} one.`
  return /^\w{10,200}$/.test(value) ? null : 'Copy it whole: 10 to 200 letters, digits and underscores.'
}
