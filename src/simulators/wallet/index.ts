import type { Provider } from '#providers/port/provider.ts'
import { createSimulator } from '../common/index.ts'
import { awaitOnPage } from '../common/pages.ts'
import type { SimulatedCharges } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'

/** Always asks the owner; a directive orders the buttons (docs/reference/simulators.md#what-answers-immediately). */
export function createWalletSimulator(charges: SimulatedCharges, baseUrl: string): Provider {
  return createSimulator(
    {
      ...capabilities,
      directives: {},
      settings: {},
      resultOf: (directives, charge) => awaitOnPage(directives, charge, baseUrl),
    },
    charges,
  )
}
