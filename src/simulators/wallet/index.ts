import type { Provider } from '#providers/provider.ts'
import { createSimulator } from '../common/index.ts'
import { awaitOnPage } from '../common/pages.ts'
import type { SimulatedCharges } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'

/**
 * The third party that renders a wallet and authorizes the payment
 * (docs/reference/authorize.md#redirects-and-vouchers). A wallet always asks its owner: a directive only chooses
 * the button that comes first (docs/reference/simulators.md#what-answers-immediately).
 * @param baseUrl where the simulated page is reached
 */
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
