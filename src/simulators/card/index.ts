import type { Provider } from '#providers/port/provider.ts'
import { createSimulator } from '../common/index.ts'
import { yesOrNo } from '../common/readers.ts'
import type { SimulatedCharges } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'
import { CARD_DIRECTIVES } from './directives.ts'
import { resultOf } from './translate.ts'

/** True if the bank refuses a saved card without its security code. */
const settings = { require_cvv: yesOrNo }

/** Card simulator of UAT (docs/reference/simulators.md#metadata). */
export function createCardSimulator(charges: SimulatedCharges): Provider {
  return createSimulator({ ...capabilities, directives: CARD_DIRECTIVES, settings, resultOf }, charges)
}
