import type { Provider } from '#providers/port/provider.ts'
import { createAlternativeSimulator } from './alternative/index.ts'
import { createCardSimulator } from './card/index.ts'
import type { SimulatedCharges } from './common/simulated-charges.ts'
import { createPayoutSimulator } from './payout/index.ts'
import { createVoucherSimulator } from './voucher/index.ts'
import { createWalletSimulator } from './wallet/index.ts'

interface Surroundings {
  readonly realm: 'uat' | 'production'
  /** URL of the gateway, which serves the simulators' pages. */
  readonly baseUrl: string
  readonly charges: SimulatedCharges
}

/** Recognizes a simulated provider by its name, as the verification of the ledger does. */
export function isSimulator(name: string): boolean {
  return name.endsWith('-simulator')
}

/** Creates the simulated providers; none in production (docs/reference/running.md#production). */
export function createSimulators({ realm, charges, baseUrl }: Surroundings): readonly Provider[] {
  if (realm === 'production') return []
  return [
    createCardSimulator(charges),
    createAlternativeSimulator(charges, baseUrl),
    createPayoutSimulator(charges),
    createWalletSimulator(charges, baseUrl),
    createVoucherSimulator(charges, baseUrl),
  ]
}
