import type { CredentialTable, Realm } from '@tollgate/provider'

/** Hosts of the provider's two environments. UAT never calls the live one. */
export const ORIGINS = {
  uat: 'https://sandbox.provider.example',
  production: 'https://api.provider.example',
} as const satisfies Record<Realm, string>

/** Credentials of an account. A label says where the provider's portal shows the value; a problem never repeats it. */
export const CREDENTIALS: CredentialTable = {
  secret_key: {
    label: 'Secret key: Developers, API keys',
    required: true,
    problemOf: (value) => (/^\w{10,200}$/.test(value) ? null : 'Copy it in full: 10 to 200 letters and digits.'),
  },
}
