import type { Provider } from '../../provider.ts'
import { openBank } from './client.ts'
import { problemsOfSettings } from './config.ts'
import type { SimulatorDefinition } from './definition.ts'
import { COMMON_DIRECTIVES, problemsOf } from './directives.ts'
import { answered } from './line.ts'
import { readNotice } from './notices.ts'
import type { SimulatedCharges } from './simulated-charges.ts'

/**
 * A simulator of the UAT realm (docs/reference/simulators.md): the tester directives the outcome by metadata, by the
 * settings of the account, or on a page.
 * @param ledger the simulators' own ledgers, on a connection of their own
 */
export function createSimulator(definition: SimulatorDefinition, charges: SimulatedCharges): Provider {
  const { name, paymentMethods, directives, settings } = definition
  const bank = openBank(definition, charges)
  return {
    name,
    paymentMethods,
    checkMetadata: (metadata) => problemsOf({ ...COMMON_DIRECTIVES, ...directives }, metadata),
    checkSettings: (given) => problemsOfSettings(settings, given),
    authorize: (account, charge, signal) => answered(signal, () => bank.charge(account, charge, signal)),
    followUp: (account, followUp, signal) => answered(signal, () => bank.followUp(account, followUp, signal)),
    inquire: (key, signal) => answered(signal, () => bank.inquire(key)),
    readNotice,
    reverse: (key, signal) => answered(signal, () => bank.reverse(key)),
  }
}
