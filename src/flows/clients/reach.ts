import { networksBeyond } from '#domain/networks.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import { may } from '#identity/caller.ts'
import { CLIENT_PERMISSIONS, type Role } from '#identity/permissions.ts'
import type { ApiClient } from '#store/merchants/api-clients.ts'
import type { ClientLimits } from '#store/merchants/clients.ts'

/** Limits of a manager of clients; null for an operator and for the client created with the merchant. */
export type Reach = ClientLimits | null

/**
 * Rejects a client with more rights than its manager (docs/reference/clients.md#who-manages-clients).
 * @throws RequestError `not-permitted`; `params` are the missing permissions, terminals or addresses
 */
export function checkReach(reach: Reach, client: Limited): void {
  const problems = problemsBeyond(reach, client)
  if (problems.length > 0) throw new RequestError('not-permitted', problems)
}

/** True if a manager may change a client's limits and secret. */
export function isInReach(reach: Reach, client: Limited): boolean {
  return problemsBeyond(reach, client).length === 0
}

export type Limited = Omit<ClientLimits, 'permissions'> & Pick<ApiClient, 'permissions'>

export const WITHOUT_LIMITS: ClientLimits = {
  permissions: CLIENT_PERMISSIONS,
  terminalIds: null,
  allowedAddresses: null,
  expiresAt: null,
}

function problemsBeyond(reach: Reach, client: Limited): Problem[] {
  if (!reach) return []
  const beyond = [
    ['permissions', listBeyond(client.permissions, reach.permissions)],
    ['terminal_ids', listBeyond(client.terminalIds, reach.terminalIds)],
    ['allowed_addresses', addressesBeyond(client.allowedAddresses, reach.allowedAddresses)],
    ['expires_at', expiryBeyond(client.expiresAt, reach.expiresAt)],
  ] as const
  return beyond.flatMap(([property, params]) => (params ? [{ property, message: MESSAGE, params }] : []))
}

const MESSAGE = 'You cannot manage a client that may do more than you.'

/** @returns undefined if nothing is beyond; empty if the list has no limit at all */
function listBeyond(list: readonly string[] | null, bounds: readonly string[] | null): readonly string[] | undefined {
  if (bounds === null) return undefined
  const beyond = list?.filter((item) => !bounds.includes(item))
  return beyond?.length === 0 ? undefined : (beyond ?? [])
}

function addressesBeyond(list: readonly string[] | null, bounds: readonly string[] | null) {
  if (bounds === null) return undefined
  const beyond = list && networksBeyond(list, bounds)
  return beyond?.length === 0 ? undefined : (beyond ?? [])
}

function expiryBeyond(at: Date | null, bound: Date | null): readonly string[] | undefined {
  if (bound === null || (at !== null && at <= bound)) return undefined
  return [bound.toISOString()]
}

/** Reach of a dashboard user: clients whose permissions the role has. */
export function reachOfRole(role: Role): Reach {
  const permissions = CLIENT_PERMISSIONS.filter((permission) => may({ role }, permission))
  if (permissions.length === CLIENT_PERMISSIONS.length) return null
  return { ...WITHOUT_LIMITS, permissions }
}
