import type { ChargeBook } from '../charge-book.ts'
import type { Provider } from '../provider.ts'
import { capabilities } from './capabilities.ts'
import { openBank } from './client.ts'
import { problemsOfSettings } from './config.ts'
import { answered } from './line.ts'
import { problemsOf } from './orders.ts'

/**
 * The card simulator of the UAT realm (specification, "Simulators"): the tester orders the outcome by metadata or by the
 * settings of the account.
 * @param book the simulator's own books, on a connection of their own
 */
export function createCardSimulator(book: ChargeBook): Provider {
  const bank = openBank(book)
  return {
    ...capabilities,
    checkMetadata: problemsOf,
    checkSettings: problemsOfSettings,
    authorize: (account, charge, signal) => answered(signal, () => bank.charge(account, charge, signal)),
    inquire: (key, signal) => answered(signal, () => bank.inquire(key)),
    readNotice: () => undefined,
    reverse: (key, signal) => answered(signal, () => bank.reverse(key)),
  }
}
