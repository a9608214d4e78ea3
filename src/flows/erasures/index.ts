import type { Actor } from '#domain/actor.ts'
import { isSameEmail, plainEmail } from '#domain/email.ts'
import { newId } from '#domain/ids.ts'
import { orNotFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { type ErasureState, findErasure, insertErasure, listOpenErasures } from '#store/erasures/erasures.ts'
import { PERSONAL_TABLES } from '#store/erasures/personal-rows.ts'
import { deleteMailsTo } from '#store/mails/due-mails.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { eraseMatches } from './erase-matches.ts'

export type { ErasureState }

const CUSTOMERS = PERSONAL_TABLES.find(({ name }) => name === 'customers')!

export type Person = { readonly customerId: string } | { readonly email: string }

/**
 * Requests an erasure (docs/reference/erasure.md). Deletes a customer named by ID; the worker does the rest. The audit
 * entry names no one (docs/decisions/0152-an-erasure-forgets-whose-it-was.md).
 */
export async function requestErasure(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  person: Person,
): Promise<ErasureState> {
  const id = newId('ers')
  const [customerIds, email] = 'email' in person ? [[], plainEmail(person.email)] : [[person.customerId], null]
  const by = email === null ? 'customer_id' : 'email'
  const deed = { actor, action: 'erasure.requested' as const, merchantId, subject: id, changes: { by } }
  await retryOnDeadlock(() =>
    withAuditEntry(gateway, deed, async (sql) => {
      await insertErasure(sql, merchantId, id, { customerIds, email, createdBefore: null })
      await eraseMatches(gateway, sql, { merchantId, customerIds, email, createdBefore: null }, CUSTOMERS, customerIds)
      if (email !== null) await deleteMailsTo(sql, merchantId, email)
    }),
  )
  return { erasureId: id, status: 'PENDING', transactions: 0n, events: 0n }
}

/** True if a payment has lost its email, or an erasure that is not complete names its customer. */
export async function isBeingErased({ sql }: Gateway, { merchantId, customer }: Transaction): Promise<boolean> {
  const { id, email } = customer
  if (email === null) return true
  const open = await listOpenErasures(sql, merchantId)
  return open.some((one) => one.customerIds.includes(id ?? '') || (one.email !== null && isSameEmail(one.email, email)))
}

/** @throws RequestError `not-found`, also for another merchant's */
export async function showErasure({ sql }: Gateway, merchantId: string, id: string): Promise<ErasureState> {
  return orNotFound(await findErasure(sql, merchantId, id), 'erasure')
}
