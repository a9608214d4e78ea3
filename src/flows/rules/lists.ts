import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import type { KeptText } from '#domain/kept-text.ts'
import {
  LIST_KINDS,
  type ListEntry,
  type ListKind,
  type ListName,
  type ListValue,
  MOST_LIST_ENTRIES,
} from '#domain/list-entry.ts'
import { type Page, type Position, toPage } from '#domain/page.ts'
import { invalid, orNotFound, pastProblems, RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import {
  countListEntries,
  deleteListEntry,
  listEntries,
  type NewListEntry,
  noteUseOfLists,
  saveListEntries,
} from '#store/rules/list-entries.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { readListValue, valuesOf } from '../payment/authorize/list-values.ts'

export type { ListEntry }

export interface ListChange {
  readonly actor: Actor
  readonly merchantId: string
  readonly list: ListName
}

export interface ListTerms {
  readonly reason: KeptText | null
  readonly expiresAt: Date | null
}

export interface ListQuery {
  readonly kind?: ListKind | undefined
  /** A value of that kind, else of any. An invalid text is on no list. */
  readonly value?: string | undefined
  readonly after?: Position | undefined
}

/** Newest first (docs/reference/lists.md#read-a-list). @param limit 1 to 100 */
export async function readList(
  gateway: Gateway,
  merchantId: string,
  list: ListName,
  { kind, value, after }: ListQuery,
  limit: number,
): Promise<Page<ListEntry>> {
  const kinds = kind ? [kind] : LIST_KINDS
  const values = value && kinds.map((one) => readListValue(gateway, merchantId, one, value)).filter(isValue)
  const filter = { kind, values: values || undefined, after }
  return toPage(await listEntries(gateway.sql, merchantId, list, filter, limit + 1), limit)
}

const isValue = (read: ReturnType<typeof readListValue>): read is ListValue => !('message' in read)

/**
 * Adds a value to a list (docs/reference/lists.md#add-an-entry).
 * @throws RequestError `invalid` on `value` or `expires_at`, or if there are too many entries
 */
export async function addListEntry(
  gateway: Gateway,
  change: ListChange,
  { kind, value, ...terms }: { readonly kind: ListKind; readonly value: string } & ListTerms,
): Promise<ListEntry> {
  const read = readListValue(gateway, change.merchantId, kind, value)
  if ('message' in read) throw invalid('value', read.message)
  const [entry] = await addAudited(gateway, change, [read], terms)
  return entry!
}

/**
 * Adds a payment's values of these kinds to a list (docs/reference/lists.md#who-made-a-payment).
 * @returns the entries, and the kinds that the payment does not have
 * @throws RequestError `invalid` on `transaction_id` or `expires_at`, or if there are too many entries
 */
export async function addPayer(
  gateway: Gateway,
  change: ListChange,
  {
    transactionId,
    kinds,
    ...terms
  }: { readonly transactionId: string; readonly kinds: readonly ListKind[] } & ListTerms,
): Promise<{ readonly items: readonly ListEntry[]; readonly skipped: readonly ListKind[] }> {
  const payment = await findTransaction(gateway.sql, change.merchantId, transactionId)
  if (!payment) throw invalid('transaction_id', 'No such transaction; use the ID of one of your payments.')
  const values = valuesOf(gateway, payment).filter(({ kind }) => kinds.includes(kind))
  const items = await addAudited(gateway, change, values, terms)
  return { items, skipped: [...new Set(kinds)].filter((kind) => !values.some((value) => value.kind === kind)) }
}

async function addAudited(gateway: Gateway, change: ListChange, values: readonly ListValue[], terms: ListTerms) {
  const { actor, merchantId, list } = change
  const past = pastProblems('expires_at', terms.expiresAt, await readTestClock(gateway.sql, merchantId))
  if (past.length > 0) throw new RequestError('invalid', past)
  const changes = { list, kinds: values.map(({ kind }) => kind), expires_at: terms.expiresAt?.toISOString() ?? null }
  const deed = { actor, action: 'list.entries-added' as const, merchantId, subject: list, changes }
  return withAuditEntry(gateway, deed, (tx) => addIn(tx, change, values, terms), { resulting: idsOf })
}

function idsOf(entries: readonly ListEntry[]) {
  return { ids: entries.map(({ id }) => id) }
}

/** An existing value gets the new reason and expiry. @throws RequestError `invalid` if there are too many entries */
export async function addIn(
  tx: Sql,
  change: ListChange,
  values: readonly ListValue[],
  terms: ListTerms,
): Promise<readonly ListEntry[]> {
  await saveEntries(
    tx,
    change.merchantId,
    values.map((value) => newEntry(change, value, terms)),
  )
  return listEntries(tx, change.merchantId, change.list, { values }, values.length)
}

export function newEntry({ actor, list }: ListChange, value: ListValue, terms: ListTerms): NewListEntry {
  const createdBy = typeof actor === 'string' ? actor : actor.id
  const { reason, expiresAt } = terms
  return { ...value, reason, expiresAt, list, id: newId('lst'), createdBy, createdAt: new Date() }
}

/**
 * Concurrent changes wait, so that together they stay within the limit.
 * @returns number of added or changed entries @throws RequestError `invalid` if there are too many entries
 */
export async function saveEntries(tx: Sql, merchantId: string, entries: readonly NewListEntry[]): Promise<number> {
  await lockConfiguration(tx, merchantId)
  const saved = await saveListEntries(tx, merchantId, entries)
  if ((await countListEntries(tx, merchantId)) > MOST_LIST_ENTRIES) {
    throw invalid('', `Your lists can have ${MOST_LIST_ENTRIES} entries; remove some first.`, String(MOST_LIST_ENTRIES))
  }
  await noteUseOfLists(tx, merchantId)
  return saved
}

/** Stops it from deciding later payments. @throws RequestError 404 unless it is on this list of the merchant */
export async function removeListEntry(gateway: Gateway, change: ListChange, id: string): Promise<void> {
  const { actor, merchantId, list } = change
  const deed = { actor, action: 'list.entry-removed' as const, merchantId, subject: id, changes: { list } }
  await withAuditEntry(gateway, deed, async (tx) => {
    await lockConfiguration(tx, merchantId)
    orNotFound(await deleteListEntry(tx, merchantId, list, id), 'list entry')
    await noteUseOfLists(tx, merchantId)
  })
}
