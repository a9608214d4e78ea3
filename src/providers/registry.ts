import { createAdyen } from './adyen/index.ts'
import { createCashfree } from './cashfree/index.ts'
import type { Iso8583 } from './iso8583/index.ts'
import { createPayPal } from './paypal/index.ts'
import type { Provider } from './provider.ts'
import { createStripe } from './stripe/index.ts'

/** Realm of the gateway, and connectors that the app opens. */
interface Surroundings {
  readonly realm: 'uat' | 'production'
  /** URLs that replace the test environments of providers, by provider; none in production. */
  readonly sandboxes: Readonly<Record<string, string>>
  /** Opened by the app, which also has it repeat its reversals and closes its lines. */
  readonly iso8583: Iso8583
}

/** How each real provider is connected, by the name that accounts have for it. */
const CONNECTORS = { adyen: createAdyen, cashfree: createCashfree, paypal: createPayPal, stripe: createStripe } as const

/** In uat test environments (docs/reference/running.md#production). @throws Error for a sandbox of an unknown provider */
export function createProviders({ realm, sandboxes, iso8583 }: Surroundings): readonly Provider[] {
  const unknown = Object.keys(sandboxes).find((name) => !Object.hasOwn(CONNECTORS, name))
  if (unknown) {
    throw new Error(`PROVIDER_SANDBOXES names ${unknown}; use one of ${Object.keys(CONNECTORS).join(', ')}.`)
  }
  const connectors = Object.entries(CONNECTORS).map(([name, create]) => {
    const origin = sandboxes[name]
    return create(origin === undefined ? { realm } : { realm, origin })
  })
  return [...connectors, iso8583]
}
