import { Type } from 'typebox'
import type { ExactInteger } from '#domain/exact-json.ts'
import { FreeText, nullable } from './types.ts'
import { wire } from './wire.ts'

/** A person, by one of the two (docs/reference/erasure.md#the-request). */
export const ErasureBody = Type.Object({
  customer_id: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: 'Your ID of the customer.', empty: 'none' })),
  ),
  email: Type.Optional(nullable(FreeText({ maxLength: 255, description: 'In any spelling.', empty: 'none' }))),
})

const Count = (description: string) => Type.Unsafe<ExactInteger>({ type: 'integer', description })

export const ErasureRecord = wire('Erasure', {
  id: Type.String(),
  status: Type.Enum(['PENDING', 'COMPLETED']),
  transactions: Count('Transactions that lost personal data so far.'),
  events: Count('Events that lost personal data so far.'),
}).named({ id: 'erasureId' })

export const ErasureParams = Type.Object({ id: Type.String({ description: 'Erasure ID.' }) })

const Rows = Type.Array(Type.Object({}, { additionalProperties: true }))

export const CustomerExport = Type.Object(
  {
    payment_methods: Rows,
    customers: Rows,
    agreements: Rows,
    payment_links: Rows,
    sessions: Rows,
    transactions: Rows,
  },
  { title: 'Customer export' },
)
