import type { Provider } from '#providers/port/provider.ts'
import { openBank } from './client.ts'
import { problemsOfSettings } from './config.ts'
import type { SimulatorDefinition } from './definition.ts'
import { COMMON_DIRECTIVES, problemsOf } from './directives.ts'
import { simulatedDisputes } from './disputes.ts'
import { CREDENTIALS, readNotice } from './notices.ts'
import type { SimulatedCharges } from './simulated-charges.ts'
import { callOrUnknown } from './unreliable-call.ts'

/** Simulator of UAT (docs/reference/simulators.md). @param charges its ledger, on a separate connection */
export function createSimulator(definition: SimulatorDefinition, charges: SimulatedCharges): Provider {
  const { name, capabilities, settings } = definition
  const directives = { ...COMMON_DIRECTIVES, ...definition.directives }
  const bank = openBank(definition, charges)
  return {
    name,
    capabilities,
    credentials: CREDENTIALS,
    checkMetadata: (metadata) => problemsOf(directives, metadata),
    checkSettings: (given) => problemsOfSettings(settings, given),
    probe: async () => [],
    authorize: (call, charge) => callOrUnknown(call.signal, () => bank.charge(call, charge)),
    followUp: (call, followUp) => callOrUnknown(call.signal, () => bank.followUp(call, followUp)),
    inquire: (call, attempt) => callOrUnknown(call.signal, () => bank.inquire(call, attempt)),
    reverse: (call, attempt) => callOrUnknown(call.signal, () => bank.reverse(call, attempt)),
    disputes: simulatedDisputes(charges.disputes),
    readNotice,
  }
}
