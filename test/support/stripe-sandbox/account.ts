import type { Credentials } from '#domain/credentials.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { Secret } from '#domain/secret.ts'
import { accountOn } from '../simulated-provider.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from './index.ts'

export function stripeAccount(settings: ProviderAccount['settings'] = {}): ProviderAccount {
  return accountOn('stripe', settings)
}

export function credentialsOf(values: Readonly<Record<string, string>>): Credentials {
  const entries = Object.entries(values).map(([name, value]) => [name, { current: new Secret(value), previous: null }])
  return Object.fromEntries(entries)
}

export const CREDENTIALS = credentialsOf({ secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET })
