import { RequestError } from '#domain/problem.ts'
import { countHit } from '#store/requests/rate-counters.ts'
import type { Gateway } from '../gateway.ts'

/**
 * What is counted apart, so that many new payments never block status reads and 3DS steps
 * (docs/reference/limits.md#rate-limits).
 */
export type Allowance = 'requests' | 'reads' | 'three-ds-steps'

/**
 * Counts one request of a merchant in this second, over all processes.
 * @param perSecond how many are allowed
 * @throws RequestError `too-many-requests`
 */
export async function spendAllowance(
  gateway: Gateway,
  allowance: Allowance,
  merchantId: string,
  perSecond: number,
): Promise<void> {
  const hits = await countHit(gateway.sql, allowance, merchantId, 1)
  if (hits <= perSecond) return
  const message = `You send more than ${perSecond} requests a second; slow down and try again.`
  throw new RequestError('too-many-requests', [{ property: '', message, params: [String(perSecond)] }], 1)
}
