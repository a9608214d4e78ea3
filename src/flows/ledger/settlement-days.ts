import { type Page, type Position, toPage } from '#domain/page.ts'
import { type LedgerDay, listLedgerDays } from '#store/ledger/ledger-days.ts'
import type { Gateway } from '../gateway.ts'

export type SettlementDay = LedgerDay & Position

/**
 * Days with money movements, newest first, including today (docs/reference/balances.md#settlement-days).
 * @param range inclusive days in UTC as in `2026-01-31` @param limit above 0
 */
export async function readSettlementDays(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
  after: Position | undefined,
  limit: number,
): Promise<Page<SettlementDay>> {
  const place = after && { day: after.createdAt.toISOString().slice(0, 10), currency: after.id }
  const days = await reads.read((sql) => listLedgerDays(sql, merchantId, range, place, limit + 1))
  return toPage(
    days.map((day) => ({ ...day, createdAt: new Date(`${day.day}T00:00:00Z`), id: day.currency })),
    limit,
  )
}
