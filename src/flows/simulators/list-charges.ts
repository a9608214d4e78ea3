import type { SimulatorCharge } from '#domain/simulator-charge.ts'
import { listSimulatorCharges as list } from '#store/simulators/list-charges.ts'
import type { Gateway } from '../gateway.ts'

/** Charges in the simulators' own ledgers, so that testers can compare them with the records. */
export function listSimulatorCharges(
  gateway: Gateway,
  merchantId: string,
  filter: { readonly transactionId: string | undefined; readonly reference: string | undefined },
): Promise<readonly SimulatorCharge[]> {
  return list(gateway.sql, merchantId, filter)
}
