import type { Environment, Provider } from '#providers/port/provider.ts'
import { createAdyen } from './adyen/index.ts'
import { createCashfree } from './cashfree/index.ts'
import type { Iso8583 } from './iso8583/index.ts'
import { createPayPal } from './paypal/index.ts'
import { createStripe } from './stripe/index.ts'

interface Surroundings extends Pick<Environment, 'realm'> {
  /** URLs that replace the test environments of providers, by provider; none in production. */
  readonly sandboxes: Readonly<Record<string, string>>
  /** Opened by the app, which also repeats its reversals and closes its lines. */
  readonly iso8583: Iso8583
}

/** Connectors by their name in accounts. */
const CONNECTORS = { adyen: createAdyen, cashfree: createCashfree, paypal: createPayPal, stripe: createStripe } as const

/** Uses test environments in UAT (docs/reference/running.md#production). @throws Error for a sandbox of an unknown provider */
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
