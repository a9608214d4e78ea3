import type { Database, Sql } from '../connection/database.ts'
import { eraseAnswers } from '../requests/idempotency-keys.ts'
import { record } from '../shape/record.ts'
import { isOne } from '../shape/results.ts'

export interface SavedView {
  readonly id: string
  readonly name: string
  /** Parameters of the list's page. */
  readonly filters: Readonly<Record<string, string>>
  readonly isShared: boolean
  readonly createdAt: Date
}

export const SHARED_OWNER = ''

const VIEW = record<SavedView>({ id: 'view_id', isShared: "person_id = ''" })('id, name, filters, isShared, createdAt')

export function listViews(sql: Sql, merchantId: string, personId: string): Promise<readonly SavedView[]> {
  return sql<SavedView[]>`
    select ${VIEW.select(sql)} from saved_views
    where merchant_id = ${merchantId} and person_id = any(${[SHARED_OWNER, personId]}::text[])
    order by name, view_id`
}

/** Serializes calls of a merchant, so that none exceeds the limit. @param owner a person, or `SHARED_OWNER` */
export function insertView(
  sql: Database,
  merchantId: string,
  owner: string,
  view: Pick<SavedView, 'id' | 'name' | 'filters'>,
  most: number,
): Promise<SavedView | 'taken' | 'too-many'> {
  return sql.begin(async (saving) => {
    // Payments refer to the merchant and do not wait for this lock.
    await saving`select from merchants where merchant_id = ${merchantId} for no key update`
    const [there] = await saving<[{ count: number }]>`
      select count(*)::int as count from saved_views where merchant_id = ${merchantId} and person_id = ${owner}`
    if (there.count >= most) return 'too-many'
    const [row] = await saving<SavedView[]>`
      insert into saved_views (merchant_id, view_id, person_id, name, filters)
      values (${merchantId}, ${view.id}, ${owner}, ${view.name}, ${saving.json(view.filters)})
      on conflict (merchant_id, person_id, name) do nothing
      returning ${VIEW.select(saving)}`
    return row ?? 'taken'
  })
}

export function listAllViews(sql: Sql, merchantId: string): Promise<readonly SavedView[]> {
  return sql<SavedView[]>`select ${VIEW.select(sql)} from saved_views where merchant_id = ${merchantId}`
}

export async function deleteViews(sql: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from saved_views where merchant_id = ${merchantId} and view_id = any(${ids}::text[])`
  await eraseAnswers(sql, merchantId, ids)
}

/** @returns false if it is missing or another person's */
export function deleteView(sql: Sql, merchantId: string, personId: string, id: string): Promise<boolean> {
  return isOne(sql`
    delete from saved_views
    where merchant_id = ${merchantId} and view_id = ${id} and person_id = any(${[SHARED_OWNER, personId]}::text[])`)
}
