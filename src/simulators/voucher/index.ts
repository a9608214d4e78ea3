import type { Provider } from '#providers/port/provider.ts'
import { createSimulator } from '../common/index.ts'
import { directedOrOnPage } from '../common/pages.ts'
import type { SimulatedCharges } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'

/** Without a directive the shopper gets a voucher (docs/reference/simulators.md#what-answers-immediately). */
export function createVoucherSimulator(charges: SimulatedCharges, baseUrl: string): Provider {
  const resultOf = directedOrOnPage(baseUrl)
  return createSimulator({ ...capabilities, directives: {}, settings: {}, resultOf }, charges)
}
