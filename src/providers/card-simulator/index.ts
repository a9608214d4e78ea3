import type { ChargeBook } from '../charge-book.ts'
import type { Provider } from '../provider.ts'
import { createSimulator } from '../simulator/index.ts'
import { yesOrNo } from '../simulator/readers.ts'
import { capabilities } from './capabilities.ts'
import { CARD_ORDERS } from './orders.ts'
import { bookingOf } from './translate.ts'

/** Whether the bank refuses a saved card that comes without its security code. */
const settings = { require_cvv: yesOrNo }

/** The card simulator of the UAT realm (specification, "Simulators"). */
export function createCardSimulator(book: ChargeBook): Provider {
  return createSimulator({ ...capabilities, orders: CARD_ORDERS, settings, bookingOf }, book)
}
