import { invalid } from '#domain/problem.ts'
import type { ShownDispute } from '#interface/dispute.ts'
import { sendDueNotices } from '#simulators/common/notices.ts'
import { isSimulator } from '#simulators/registry.ts'
import { DISPUTE_MOVES, type DisputeMove, moveCase, openDisputeNotices } from '#store/simulators/disputes.ts'
import { showDispute } from '../disputes/read-disputes.ts'
import type { Gateway } from '../gateway.ts'

export { DISPUTE_MOVES }

/**
 * Changes a case in the simulated provider's ledger and sends its notice, which the worker repeats.
 * @throws RequestError `invalid` on `id` for a case of another provider
 */
export async function moveSimulatedDispute(
  gateway: Gateway,
  { merchantId, disputeId, provider, providerReference }: ShownDispute,
  to: DisputeMove,
): Promise<ShownDispute> {
  const isMoved = isSimulator(provider) && (await moveCase(gateway.sql, merchantId, providerReference, to))
  if (!isMoved) throw invalid('id', 'Use the ID of a simulated dispute.')
  await sendDueNotices(openDisputeNotices(gateway.sql, providerReference))
  return showDispute(gateway, merchantId, disputeId)
}
