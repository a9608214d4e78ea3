import type { Provider } from '../../provider.ts'
import { openBank } from './client.ts'
import { problemsOfSettings } from './config.ts'
import type { Dialect } from './dialect.ts'
import { COMMON_ORDERS, problemsOf } from './directives.ts'
import { answered } from './line.ts'
import { readNotice } from './notices.ts'
import type { ChargeBook } from './simulated-charges.ts'

/**
 * A simulator of the UAT realm (specification, "Simulators"): the tester orders the outcome by metadata, by the settings
 * of the account, or on a page.
 * @param book the simulators' own books, on a connection of their own
 */
export function createSimulator(dialect: Dialect, book: ChargeBook): Provider {
  const { name, paymentMethods, orders, settings } = dialect
  const bank = openBank(dialect, book)
  return {
    name,
    paymentMethods,
    checkMetadata: (metadata) => problemsOf({ ...COMMON_ORDERS, ...orders }, metadata),
    checkSettings: (given) => problemsOfSettings(settings, given),
    authorize: (account, charge, signal) => answered(signal, () => bank.charge(account, charge, signal)),
    followUp: (account, followUp, signal) => answered(signal, () => bank.followUp(account, followUp, signal)),
    inquire: (key, signal) => answered(signal, () => bank.inquire(key)),
    readNotice,
    reverse: (key, signal) => answered(signal, () => bank.reverse(key)),
  }
}
