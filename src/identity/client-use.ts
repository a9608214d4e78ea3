import { isInNetworks } from '#domain/networks.ts'
import type { Sql } from '#store/connection/database.ts'
import { type Client, recordClientUse } from '#store/merchants/clients.ts'

/** Uses within this time and from one address are recorded once. */
const RECORDED_EVERY_MS = 60_000

export const TOKEN_FROM_BEFORE = 'This client was disabled after this token was issued; get a new one.'

/** Reason why a client may not be used from an address (docs/reference/clients.md#limits); undefined if it may. */
export function useProblem({ isUsable, limits }: Client, address: string): string | undefined {
  if (!isUsable) return 'This client is disabled or has expired.'
  const allowed = limits?.allowedAddresses ?? null
  return allowed === null || isInNetworks(allowed, address)
    ? undefined
    : 'This client may not be used from this address.'
}

/** Records a client's last use, at most once a minute for an address. A read-only database stops no call. */
export async function noteUse(sql: Sql, client: Client, address: string): Promise<void> {
  const { clientId, lastUsedAt, lastUsedAddress } = client
  const isRecent = lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < RECORDED_EVERY_MS
  if (!isRecent || lastUsedAddress !== (address || null)) {
    await recordClientUse(sql, clientId, address || null).catch(() => undefined)
  }
}
