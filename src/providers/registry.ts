import type { Provider } from './provider.ts'
import { createAlternativeSimulator } from './simulators/alternative/index.ts'
import { createCardSimulator } from './simulators/card/index.ts'
import type { SimulatedCharges } from './simulators/common/simulated-charges.ts'
import { createPayoutSimulator } from './simulators/payout/index.ts'
import { createVoucherSimulator } from './simulators/voucher/index.ts'
import { createWalletSimulator } from './simulators/wallet/index.ts'

/** What the providers of a realm need. */
interface Surroundings {
  readonly realm: 'uat' | 'production'
  /** Where the simulators' pages are reached. */
  readonly baseUrl: string
  readonly charges: SimulatedCharges
}

/**
 * Every provider of this realm by name. Production has no simulator, so without a real connector it has none
 * (docs/reference/running.md#production).
 */
export function createProviders({ realm, baseUrl, charges }: Surroundings): ReadonlyMap<string, Provider> {
  const providers = realm === 'uat' ? simulators(charges, baseUrl) : []
  return new Map(providers.map((provider) => [provider.name, provider]))
}

function simulators(charges: SimulatedCharges, baseUrl: string): readonly Provider[] {
  return [
    createCardSimulator(charges),
    createAlternativeSimulator(charges, baseUrl),
    createPayoutSimulator(charges),
    createWalletSimulator(charges, baseUrl),
    createVoucherSimulator(charges, baseUrl),
  ]
}
