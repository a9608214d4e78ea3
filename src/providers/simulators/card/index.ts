import type { Provider } from '../../provider.ts'
import { createSimulator } from '../common/index.ts'
import { yesOrNo } from '../common/readers.ts'
import type { ChargeBook } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'
import { CARD_ORDERS } from './directives.ts'
import { bookingOf } from './translate.ts'

/** Whether the bank refuses a saved card that comes without its security code. */
const settings = { require_cvv: yesOrNo }

/** The card simulator of the UAT realm (specification, "Simulators"). */
export function createCardSimulator(book: ChargeBook): Provider {
  return createSimulator({ ...capabilities, orders: CARD_ORDERS, settings, bookingOf }, book)
}
