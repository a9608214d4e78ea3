import { newId } from '#domain/ids.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import { invalid, orNotFound, RequestError } from '#domain/problem.ts'
import { deleteView, insertView, listViews, type SavedView, SHARED_OWNER } from '#store/views/saved-views.ts'
import type { Gateway } from './gateway.ts'

export type { SavedView }

/** Of one person, and shared ones of one merchant. */
const MOST_VIEWS = 100

export interface NewView {
  readonly name: string
  readonly filters: Readonly<Record<string, string>>
  readonly isShared: boolean
}

/** Shared and own views (docs/reference/transactions.md#saved-views). @param personId null for a merchant's server */
export function readViews(
  { sql }: Gateway,
  merchantId: string,
  personId: string | null,
): Promise<readonly SavedView[]> {
  return listViews(sql, merchantId, personId ?? SHARED_OWNER)
}

/**
 * @param personId null for a merchant's server, whose views are all shared
 * @throws RequestError `invalid` on `name` if it exists or there are too many; on a field that contains a card number
 */
export async function saveView(
  { sql }: Gateway,
  merchantId: string,
  personId: string | null,
  { name, filters, isShared }: NewView,
): Promise<SavedView> {
  const exact = Object.entries({ name, ...filters }).flatMap(([part, text]) => cardNumberProblems(part, text))
  if (exact.length > 0) throw new RequestError('invalid', exact)
  const owner = isShared ? SHARED_OWNER : (personId ?? SHARED_OWNER)
  const saved = await insertView(sql, merchantId, owner, { id: newId('viw'), name, filters }, MOST_VIEWS)
  if (saved === 'taken') throw invalid('name', 'A view with this name already exists; choose another name.', name)
  if (saved === 'too-many')
    throw invalid('name', 'You reached the maximum number of views; delete one first.', String(MOST_VIEWS))
  return saved
}

/** @throws RequestError `not-found`, also for another person's or another merchant's */
export async function removeView(
  { sql }: Gateway,
  merchantId: string,
  personId: string | null,
  id: string,
): Promise<void> {
  orNotFound(await deleteView(sql, merchantId, personId ?? SHARED_OWNER, id), 'view')
}
