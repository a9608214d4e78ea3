import { type Page, toPage } from '#domain/page.ts'
import { orNotFound } from '#domain/problem.ts'
import type { ShownDispute } from '#interface/dispute.ts'
import {
  type DisputeFilter,
  findDispute,
  listDisputes,
  NO_DEADLINE,
  type StoredDispute,
} from '#store/disputes/disputes.ts'
import type { Gateway } from '../gateway.ts'
import { disputesOf } from './ask-provider.ts'

export function shownDispute(gateway: Pick<Gateway, 'providers'>, dispute: StoredDispute): ShownDispute {
  return { ...dispute, canAccept: disputesOf(gateway, dispute.provider)?.accept !== undefined }
}

/** A merchant's disputes, newest first (docs/reference/disputes.md#the-dispute). @param limit 1 to 100 */
export async function readDisputes(
  gateway: Gateway,
  merchantId: string,
  filter: DisputeFilter,
  limit: number,
): Promise<Page<ShownDispute & { readonly id: string }>> {
  const rows = await listDisputes(gateway.sql, merchantId, filter, limit + 1)
  return toPage(
    rows.map((row) => ({ ...shownDispute(gateway, row), id: row.disputeId })),
    limit,
  )
}

/** As `readDisputes`, earliest deadline first, those without one last. */
export async function readDisputesByDeadline(
  gateway: Gateway,
  merchantId: string,
  filter: DisputeFilter,
  limit: number,
): Promise<Page<ShownDispute & { readonly id: string }>> {
  const rows = await listDisputes(gateway.sql, merchantId, filter, limit + 1, 'deadline')
  const placed = rows.map((row) => ({
    ...shownDispute(gateway, row),
    id: row.disputeId,
    createdAt: row.respondBy ?? NO_DEADLINE,
  }))
  const page = toPage(placed, limit)
  return { ...page, items: page.items.map((item, index) => ({ ...item, createdAt: rows[index]!.createdAt })) }
}

/** @throws RequestError 404 */
export async function showDispute(gateway: Gateway, merchantId: string, id: string): Promise<ShownDispute> {
  const dispute = orNotFound(await findDispute(gateway.sql, merchantId, id), 'dispute')
  return shownDispute(gateway, dispute)
}

/** Page of a dispute in its provider's dashboard. @returns undefined if its address is unknown */
export function caseUrl(gateway: Gateway, { provider, providerReference }: ShownDispute): string | undefined {
  const isTest = gateway.settings.realm === 'uat'
  return disputesOf(gateway, provider)?.caseUrl?.(encodeURIComponent(providerReference), isTest)
}
