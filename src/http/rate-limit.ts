import type { FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { type Allowance, spendAllowance } from '#flows/requests/allowance.ts'
import type { Route } from './route.ts'

/**
 * Holds merchants to their requests a second; 0 is off (docs/reference/limits.md#rate-limits).
 * @throws RequestError `too-many-requests`
 */
export async function limitRate(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  perSecond: number,
): Promise<void> {
  if (perSecond === 0 || request.caller?.scope !== 'merchant') return
  await spendAllowance(gateway, allowanceOf(route), request.caller.merchantId, perSecond)
}

function allowanceOf(route: Route): Allowance {
  if (route.method === 'GET') return 'reads'
  return route.path.startsWith('/api/transactions/three-ds/') ? 'three-ds-steps' : 'requests'
}
