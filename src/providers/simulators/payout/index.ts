import type { Provider } from '../../provider.ts'
import { createSimulator } from '../common/index.ts'
import type { ChargeBook } from '../common/simulated-charges.ts'
import { answeredAtOnce } from '../common/translate.ts'
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
