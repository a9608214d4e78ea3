import { type NamedPerson, namesPerson } from '#domain/named-person.ts'
import type { Sql } from '#store/connection/database.ts'
import type { Erasure } from '#store/erasures/erasures.ts'
import { deleteViews, listAllViews } from '#store/views/saved-views.ts'

const UNKNOWN: NamedPerson = { customerId: null, email: null, firstName: null, lastName: null }

export async function eraseViews(
  tx: Sql,
  { merchantId, email, customerIds }: Pick<Erasure, 'merchantId' | 'email' | 'customerIds'>,
  people: readonly NamedPerson[] = [],
): Promise<void> {
  const named = [{ ...UNKNOWN, email }, ...customerIds.map((customerId) => ({ ...UNKNOWN, customerId })), ...people]
  const views = await listAllViews(tx, merchantId)
  const erased = views.filter((view) => named.some((person) => namesPerson(view, person)))
  if (erased.length > 0)
    await deleteViews(
      tx,
      merchantId,
      erased.map(({ id }) => id),
    )
}
