import { createAdyen } from './adyen/index.ts'
import { createCashfree } from './cashfree/index.ts'
import type { Iso8583 } from './iso8583/index.ts'
import { createPayPal } from './paypal/index.ts'
import type { Provider } from './provider.ts'
import { createAlternativeSimulator } from './simulators/alternative/index.ts'
import { createCardSimulator } from './simulators/card/index.ts'
import type { SimulatedCharges } from './simulators/common/simulated-charges.ts'
import { createPayoutSimulator } from './simulators/payout/index.ts'
import { createVoucherSimulator } from './simulators/voucher/index.ts'
import { createWalletSimulator } from './simulators/wallet/index.ts'
import { createStripe } from './stripe/index.ts'

/** What the providers of a realm need. */
interface Surroundings {
  readonly realm: 'uat' | 'production'
  /** Where the simulators' pages are reached. */
  readonly baseUrl: string
  readonly charges: SimulatedCharges
  /** Stand-ins for the test environments of real providers, by provider; none in production. */
  readonly sandboxes: Readonly<Record<string, string>>
  /** Opened by the app, which also has it repeat its reversals and closes its lines. */
  readonly iso8583: Iso8583
}

/** Whether a provider is simulated: its name says so, to people and to the proof of the ledger alike. */
export function isSimulator(name: string): boolean {
  return name.endsWith('-simulator')
}

/** How each real provider is connected, by the name that accounts have for it. */
const CONNECTORS = { adyen: createAdyen, cashfree: createCashfree, paypal: createPayPal, stripe: createStripe } as const

/**
 * Every provider of this realm by name: the real ones, in uat in their test environments and beside the simulators
 * (docs/reference/running.md#production).
 * @throws Error for a stand-in of a provider that there is not, whose own host would be reached instead
 */
export function createProviders(surroundings: Surroundings): ReadonlyMap<string, Provider> {
  const unknown = Object.keys(surroundings.sandboxes).find((name) => !Object.hasOwn(CONNECTORS, name))
  if (unknown) {
    throw new Error(`PROVIDER_SANDBOXES names ${unknown}; use one of ${Object.keys(CONNECTORS).join(', ')}.`)
  }
  const providers = [...simulators(surroundings), ...connectors(surroundings), surroundings.iso8583]
  return new Map(providers.map((provider) => [provider.name, provider]))
}

function connectors({ realm, sandboxes }: Surroundings): readonly Provider[] {
  return Object.entries(CONNECTORS).map(([name, create]) => {
    const origin = sandboxes[name]
    return create(origin === undefined ? { realm } : { realm, origin })
  })
}

function simulators({ realm, charges, baseUrl }: Surroundings): readonly Provider[] {
  if (realm === 'production') return []
  return [
    createCardSimulator(charges),
    createAlternativeSimulator(charges, baseUrl),
    createPayoutSimulator(charges),
    createWalletSimulator(charges, baseUrl),
    createVoucherSimulator(charges, baseUrl),
  ]
}
