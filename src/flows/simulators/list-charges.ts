import { listSimulatorCharges as list, type SimulatorCharge } from '#store/simulators/list-charges.ts'
import type { Gateway } from '../gateway.ts'

export type { SimulatorCharge }

/** What the simulators' own ledgers hold for one merchant, so that a tester can compare them with the records. */
export function listSimulatorCharges(
  gateway: Gateway,
  merchantId: string,
  filter: { readonly transactionId: string | undefined; readonly reference: string | undefined },
): Promise<readonly SimulatorCharge[]> {
  return list(gateway.sql, merchantId, filter)
}
