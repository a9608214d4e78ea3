import type { ChargeBook } from '../charge-book.ts'
import type { Provider } from '../provider.ts'
import { createSimulator } from '../simulator/index.ts'
import { answeredAtOnce } from '../simulator/translate.ts'
import { capabilities } from './capabilities.ts'

/**
 * The bank that pushes money to a beneficiary: at once unless the tester orders it to accept first and to decide later
 * (contract section 6).
 */
export function createPayoutSimulator(book: ChargeBook): Provider {
  return createSimulator(
    {
      ...capabilities,
      orders: {},
      settings: {},
      bookingOf: (orders) => ({ ...answeredAtOnce(orders), checkout: null }),
    },
    book,
  )
}
