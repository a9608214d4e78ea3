import type { Static } from 'typebox'
import { expect, test } from 'vitest'
import type { EventPayload, Session, Transaction, TransactionFilters } from '#client/index.ts'
import type { EventPayload as EventPayloadSchema } from '#http/api/event-payloads.ts'
import type { SessionRecord } from '#http/api/sessions.ts'
import type { TransactionRecord, TransactionSelection } from '#http/api/transactions/schemas.ts'

/** True, or the fields of a schema that the client's type lacks. */
type Complete<Schema, Type> = [Exclude<keyof Schema, keyof Type>] extends [never]
  ? true
  : Exclude<keyof Schema, keyof Type>

test('the client’s types have every field of the interface, which the compiler checks', () => {
  const transaction: Complete<Static<typeof TransactionRecord>, Transaction> = true
  const session: Complete<Static<typeof SessionRecord>, Session> = true
  const payload: Complete<Static<typeof EventPayloadSchema>, EventPayload> = true
  const filters: Complete<Static<typeof TransactionSelection>, TransactionFilters> = true
  expect([transaction, session, payload, filters]).not.toContain(false)
})
