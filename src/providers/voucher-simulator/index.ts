import type { ChargeBook } from '../charge-book.ts'
import type { Provider } from '../provider.ts'
import { bookCheckout } from '../simulator/checkouts.ts'
import { createSimulator } from '../simulator/index.ts'
import { answeredAtOnce } from '../simulator/translate.ts'
import { capabilities } from './capabilities.ts'

/**
 * The voucher provider: an ordered outcome comes at once; without one the shopper gets a voucher to pay later
 * (contract section 6).
 * @param baseUrl where the simulated page is reached
 */
export function createVoucherSimulator(book: ChargeBook, baseUrl: string): Provider {
  return createSimulator(
    {
      ...capabilities,
      orders: {},
      settings: {},
      bookingOf: (orders, charge) =>
        orders.responseCode === null
          ? bookCheckout(orders, charge, baseUrl)
          : { ...answeredAtOnce(orders), checkout: null },
    },
    book,
  )
}
