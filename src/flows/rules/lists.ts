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
import { invalid, notFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import {
  countListEntries,
  deleteListEntry,
  listEntries,
  noteUseOfLists,
  saveListEntries,
} from '#store/rules/list-entries.ts'
import { readTestClock } from '#store/test-clock/test-clock.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { readListValue, valuesOf } from './list-values.ts'

export type { ListEntry }

/** Text and end of an entry. */
export interface ListTerms {
  readonly reason: KeptText | null
  readonly expiresAt: Date | null
}

/** What a list is searched for; an absent filter does not narrow it. */
export interface ListQuery {
  readonly kind?: ListKind | undefined
  /** A value of that kind, else of any. A text that is none is on no list. */
  readonly value?: string | undefined
  readonly after?: Position | undefined
}

/**
 * Reads a list, newest first (docs/reference/lists.md#read-a-list).
 * @param limit 1 to 100
 */
export async function readList(
  gateway: Gateway,
  merchantId: string,
  list: ListName,
  { kind, value, after }: ListQuery,
  limit: number,
): Promise<Page<ListEntry>> {
  const read = (text: string) =>
    (kind ? [kind] : LIST_KINDS).map((one) => readListValue(gateway, merchantId, one, text))
  const values = value === undefined ? undefined : read(value).flatMap((one) => ('message' in one ? [] : [one]))
  return toPage(await listEntries(gateway.sql, merchantId, list, { kind, values, after }, limit + 1), limit)
}

/**
 * Adds a value to a list (docs/reference/lists.md#add-an-entry).
 * @throws RequestError `invalid` on `value`, `expires_at`, or if there are too many entries
 */
export async function addListEntry(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  list: ListName,
  { kind, value, ...terms }: { readonly kind: ListKind; readonly value: string } & ListTerms,
): Promise<ListEntry> {
  const read = readListValue(gateway, merchantId, kind, value)
  const problems = [...valueProblems(read), ...(await expiryProblems(gateway.sql, merchantId, terms.expiresAt))]
  if ('message' in read || problems.length > 0) throw new RequestError('invalid', problems)
  const [entry] = await addValues(gateway, actor, { merchantId, list, values: [read], terms })
  return entry!
}

/**
 * Adds those who made a payment to a list, by values of these kinds (docs/reference/lists.md#who-made-a-payment).
 * @returns the entries, and the kinds that the payment does not have
 * @throws RequestError 422 on `transaction_id`, and as `addListEntry`
 */
export async function addPayer(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  list: ListName,
  wanted: { readonly transactionId: string; readonly kinds: readonly ListKind[] } & ListTerms,
): Promise<{ readonly items: readonly ListEntry[]; readonly skipped: readonly ListKind[] }> {
  const { transactionId, kinds, ...terms } = wanted
  const payment = await findTransaction(gateway.sql, merchantId, transactionId)
  const problems = [...(payment ? [] : [UNKNOWN]), ...(await expiryProblems(gateway.sql, merchantId, terms.expiresAt))]
  if (!payment || problems.length > 0) throw new RequestError('invalid', problems)
  const values = valuesOf(gateway, payment).filter(({ kind }) => kinds.includes(kind))
  const items = await addValues(gateway, actor, { merchantId, list, values, terms })
  return { items, skipped: kinds.filter((kind) => !values.some((value) => value.kind === kind)) }
}

const UNKNOWN: Problem = {
  property: 'transaction_id',
  message: 'No such transaction; use the ID of one of your payments.',
  params: [],
}

/** Checks that an entry has not expired by the merchant's clock. */
async function expiryProblems(sql: Sql, merchantId: string, expiresAt: Date | null): Promise<readonly Problem[]> {
  if (!expiresAt) return []
  const now = await readTestClock(sql, merchantId)
  if (expiresAt > now) return []
  return [{ property: 'expires_at', message: 'Use a time later than now.', params: [now.toISOString()] }]
}

function valueProblems(read: ReturnType<typeof readListValue>): readonly Problem[] {
  return 'message' in read ? [{ property: 'value', message: read.message, params: [] }] : []
}

/** Values to be added to a list. */
interface Addition {
  readonly merchantId: string
  readonly list: ListName
  readonly values: readonly ListValue[]
  readonly terms: ListTerms
}

function addValues(gateway: Gateway, actor: Actor, addition: Addition): Promise<readonly ListEntry[]> {
  const { merchantId, list, values, terms } = addition
  const changes = { list, kinds: values.map(({ kind }) => kind), expires_at: terms.expiresAt }
  const deed = { actor, action: 'list.entries-added', merchantId, subject: list, changes }
  return withAuditEntry(gateway, deed, (tx) => addIn(tx, actor, addition))
}

/**
 * Adds values within a SQL transaction.
 * @throws RequestError `invalid` for too many entries
 */
export async function addIn(tx: Sql, actor: Actor, addition: Addition): Promise<readonly ListEntry[]> {
  const { merchantId, list, values, terms } = addition
  const entries = values.map((value) => newEntry(actor, list, value, terms))
  await saveWithinLimit(tx, merchantId, entries)
  return listEntries(tx, merchantId, list, { values }, values.length)
}

/** An entry that an actor adds now. */
export function newEntry(actor: Actor, list: ListName, value: ListValue, terms: ListTerms): Omit<ListEntry, 'hits'> {
  const createdBy = typeof actor === 'string' ? actor : actor.id
  return { ...value, ...terms, list, id: newId('lst'), createdBy, createdAt: new Date() }
}

/**
 * Saves entries and has payments heed them. Others who change the lists wait, so that none exceeds the limit.
 * @returns how many were added or changed
 * @throws RequestError `invalid` for too many entries
 */
export async function saveWithinLimit(
  tx: Sql,
  merchantId: string,
  entries: Parameters<typeof saveListEntries>[2],
): Promise<number> {
  await lockConfiguration(tx, merchantId)
  const saved = await saveListEntries(tx, merchantId, entries)
  if ((await countListEntries(tx, merchantId)) > MOST_LIST_ENTRIES) {
    const message = `Your lists have at most ${MOST_LIST_ENTRIES} entries; remove some first.`
    throw invalid('', message, String(MOST_LIST_ENTRIES))
  }
  await noteUseOfLists(tx, merchantId)
  return saved
}

/**
 * Removes an entry; it decides no payment that begins later.
 * @throws RequestError 404 for one that is not on this list of the merchant
 */
export async function removeListEntry(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  list: ListName,
  id: string,
): Promise<void> {
  const deed = { actor, action: 'list.entry-removed', merchantId, subject: id, changes: { list } }
  await withAuditEntry(gateway, deed, async (tx) => {
    await lockConfiguration(tx, merchantId)
    if (!(await deleteListEntry(tx, merchantId, list, id))) throw notFound('list entry')
    await noteUseOfLists(tx, merchantId)
  })
}
