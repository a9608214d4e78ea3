import type { Provider } from '../../provider.ts'
import { createSimulator } from '../common/index.ts'
import { orderedOrOnPage } from '../common/pages.ts'
import type { ChargeBook } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'

/**
 * The voucher provider: an ordered outcome comes at once; without one the shopper gets a voucher to pay later
 * (contract section 6).
 * @param baseUrl where the simulated page is reached
 */
export function createVoucherSimulator(book: ChargeBook, baseUrl: string): Provider {
  const bookingOf = orderedOrOnPage(baseUrl)
  return createSimulator({ ...capabilities, orders: {}, settings: {}, bookingOf }, book)
}
