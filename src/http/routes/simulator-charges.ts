import { listSimulatorCharges, type SimulatorCharge } from '#flows/simulators/list-charges.ts'
import { SimulatorCharges, SimulatorChargesQuery } from '../contract/simulators.ts'
import { route } from '../route.ts'

/** The simulators' own ledgers, the calling merchant's only (docs/reference/simulators.md#charges). */
export const simulatorChargesRoute = route({
  method: 'GET',
  path: '/api/simulators/charges',
  guard: 'merchant',
  tag: 'Simulators',
  operation: 'listSimulatedCharges',
  summary: "List the simulators' charges",
  description: 'What the simulated providers have in their own ledgers, newest first, at most 1000.',
  query: SimulatorChargesQuery,
  answers: { 200: SimulatorCharges },
  uatOnly: true,
  async handle(gateway, { caller, query }) {
    const filter = { transactionId: query.transaction_id || undefined, reference: query.reference || undefined }
    const charges = await listSimulatorCharges(gateway, caller.merchantId, filter)
    return { status: 200, json: { items: charges.map(view) } }
  },
})

function view(charge: SimulatorCharge) {
  return {
    provider_account_id: charge.providerAccountId,
    transaction_id: charge.transactionId,
    operation: charge.operation,
    amount: JSON.rawJSON(String(charge.amount)),
    currency: charge.currency,
    state: charge.state,
    created_at: charge.createdAt,
  }
}
