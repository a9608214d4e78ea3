import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'

/** Settings of an account whose acquirer listens here. */
export function isoSettings(port: number): Readonly<Record<string, unknown>> {
  return {
    host: '127.0.0.1',
    port,
    tls: false,
    acquirer_id: '438309',
    terminal_id: 'TERM0001',
    merchant_id: 'MERCHANT0000001',
    merchant_category_code: '5411',
    city: 'BRUSSELS',
    country: 'BE',
  }
}

/** An account with it, of a merchant of its own. */
export function newIsoAccount(port: number, settings: ProviderAccount['settings'] = {}): ProviderAccount {
  return {
    providerAccountId: newId('acc'),
    merchantId: newId('mer'),
    provider: 'iso8583',
    name: 'Acquirer',
    status: 'ACTIVE',
    settings: { ...isoSettings(port), ...settings },
    credentials: {},
    createdAt: new Date(),
  }
}
