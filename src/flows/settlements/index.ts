import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import { type Page, type Position, toPage } from '#domain/page.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import type { JudgedRow, MissingRecord, SettlementFile, SettlementOutcome } from '#domain/settlement-file.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '#store/connection/database.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { postBatches, postOpposites } from '#store/settlements/bank-entries.ts'
import { findSettledTimes, listMissing } from '#store/settlements/settled-records.ts'
import {
  acceptBatch,
  findSettlement,
  listSettlementRows,
  listSettlements,
  lockSettlement,
  revertSettlement as revert,
} from '#store/settlements/settlements.ts'
import { showProviderAccount } from '../admin/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'

/** Newest first (docs/operate/settlement-files.md). */
export const readSettlements = paged(listSettlements)

/** @throws RequestError 404 */
export async function showSettlement({ sql }: Pick<Gateway, 'sql'>, id: string): Promise<SettlementFile> {
  return orNotFound(await findSettlement(sql, id), 'settlement')
}

/** In the order of the file. @throws RequestError 404 */
export async function readSettlementRows(
  gateway: Gateway,
  id: string,
  { outcome, after }: { readonly outcome?: SettlementOutcome | undefined; readonly after?: Position | undefined },
  limit: number,
): Promise<Page<JudgedRow>> {
  const { createdAt } = await showSettlement(gateway, id)
  const line = /^\d{1,9}$/.test(after?.id ?? '') ? Number(after?.id) : 0
  const rows = await listSettlementRows(gateway.sql, id, outcome, line, limit + 1)
  return toPage(
    rows.map((row) => ({ ...row, createdAt, id: String(row.line) })),
    limit,
  )
}

/** Records that no file names, newest first. @throws RequestError 404 for an unknown account */
export async function readMissing(
  gateway: Gateway,
  providerAccountId: string,
  days: number,
  after: Position | undefined,
  limit: number,
): Promise<Page<MissingRecord>> {
  const { merchantId } = await showProviderAccount(gateway, providerAccountId)
  return gateway.reads.read((sql) => listMissing(sql, { merchantId, providerAccountId, days }, after, limit))
}

/** Times of the first file that names each record, by its ID. */
export function readSettledTimes(
  { sql }: Gateway,
  records: readonly Transaction[],
): Promise<ReadonlyMap<string, Date>> {
  return findSettledTimes(sql, records)
}

interface Change {
  readonly actor: Actor
  readonly id: string
  readonly reason: string | undefined
}

/** Posts a batch that does not balance; again, it changes nothing. @throws RequestError 404, 422 on `batch` */
export function acceptSettlementBatch(gateway: Gateway, change: Change, batch: string): Promise<SettlementFile> {
  return changeSettlement(gateway, change, async (tx, file) => {
    const named = file.batches.filter((one) => one.batch === batch)
    if (file.revertedAt) throw invalid('batch', 'This settlement is reverted; import its file again.')
    if (named.length === 0) throw invalid('batch', 'The settlement has no such batch.')
    if (named.every(({ balanced }) => balanced)) throw invalid('batch', 'This batch balances and is posted already.')
    if (!(await acceptBatch(tx, file.id, batch))) return
    await postBatches(tx, file.id, batch)
    await note(tx, change, 'settlement.accepted', { batch })
  })
}

/** Undoes a file by opposite entries; again, it changes nothing. @throws RequestError 404 */
export function revertSettlement(gateway: Gateway, change: Change): Promise<SettlementFile> {
  return changeSettlement(gateway, change, async (tx, file) => {
    if (file.revertedAt) return
    await postOpposites(tx, file.id)
    await revert(tx, file.id)
    await note(tx, change, 'settlement.reverted', {})
  })
}

function changeSettlement(
  gateway: Gateway,
  { id }: Change,
  act: (tx: Sql, file: SettlementFile) => Promise<void>,
): Promise<SettlementFile> {
  return withLongTimeout(gateway.sql, async (tx) => {
    orNotFound(await lockSettlement(tx, id), 'settlement')
    await act(tx, (await findSettlement(tx, id))!)
    return (await findSettlement(tx, id))!
  })
}

function note(tx: Sql, { actor, id, reason }: Change, action: AuditAction, changes: { readonly batch?: string }) {
  return insertAuditEntry(tx, {
    actor,
    action,
    merchantId: null,
    subject: id,
    changes: { ...changes, reason: reason ?? null },
  })
}
