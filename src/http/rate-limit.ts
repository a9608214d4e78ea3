import type { FastifyRequest } from 'fastify'
import { type Allowance, spendAllowance } from '#flows/allowance.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Door } from './door.ts'

/**
 * Holds merchants to their requests a second; 0 is off (contract section 3, "Limits of use").
 * @throws Refusal `too-many-requests`
 */
export async function limitRate(
  gateway: Gateway,
  door: Door,
  request: FastifyRequest,
  perSecond: number,
): Promise<void> {
  if (perSecond === 0 || request.caller?.scope !== 'merchant') return
  await spendAllowance(gateway, allowanceOf(door), request.caller.merchantId, perSecond)
}

function allowanceOf(door: Door): Allowance {
  if (door.method === 'GET') return 'reads'
  return door.path.startsWith('/api/transactions/three-ds/') ? 'three-ds-steps' : 'requests'
}
