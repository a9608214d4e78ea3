import type { Provider } from '#providers/provider.ts'
import { createSimulator } from '../common/index.ts'
import { directedOrOnPage } from '../common/pages.ts'
import type { SimulatedCharges } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'

/**
 * Banks, UPI, wallets, transfers and QR codes: an outcome set by a directive comes immediately; without one the shopper
 * decides on the page of the method (docs/reference/simulators.md#what-answers-immediately).
 * @param baseUrl where the simulated pages are reached
 */
export function createAlternativeSimulator(charges: SimulatedCharges, baseUrl: string): Provider {
  const resultOf = directedOrOnPage(baseUrl)
  return createSimulator({ ...capabilities, directives: {}, settings: {}, resultOf }, charges)
}
