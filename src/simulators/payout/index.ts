import type { Provider } from '#providers/port/provider.ts'
import { createSimulator } from '../common/index.ts'
import type { SimulatedCharges } from '../common/simulated-charges.ts'
import { outgoingCharge } from '../common/translate.ts'
import { capabilities } from './capabilities.ts'

/** Immediate, unless the tester delays it (docs/reference/simulators.md#what-answers-immediately). */
export function createPayoutSimulator(charges: SimulatedCharges): Provider {
  return createSimulator(
    {
      ...capabilities,
      directives: {},
      settings: {},
      resultOf: (directives) => ({ ...outgoingCharge(directives), page: null }),
    },
    charges,
  )
}
