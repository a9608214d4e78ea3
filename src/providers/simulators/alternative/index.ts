import type { Provider } from '../../provider.ts'
import { createSimulator } from '../common/index.ts'
import { orderedOrOnPage } from '../common/pages.ts'
import type { ChargeBook } from '../common/simulated-charges.ts'
import { capabilities } from './capabilities.ts'

/**
 * Banks, UPI, wallets, transfers and QR codes: an ordered outcome comes at once; without one the shopper decides on the
 * page of the method (contract section 6).
 * @param baseUrl where the simulated pages are reached
 */
export function createAlternativeSimulator(book: ChargeBook, baseUrl: string): Provider {
  const bookingOf = orderedOrOnPage(baseUrl)
  return createSimulator({ ...capabilities, orders: {}, settings: {}, bookingOf }, book)
}
