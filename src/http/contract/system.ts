import { Type } from 'typebox'
import { NullableString } from './types.ts'

export const SystemAnswer = Type.Object({
  version: Type.String(),
  realm: Type.String(),
  due_deliveries: Type.Integer({ description: 'Deliveries that should be on their way; 10,000 at most are counted.' }),
  oldest_due_delivery_at: NullableString,
  overdue_transactions: Type.Integer({ description: 'Payments that nobody has settled in time; should be none.' }),
  reversals_given_up: Type.Integer(),
  search_lag_seconds: Type.Integer({ description: 'How far searches and counts of payments are behind.' }),
  open_circuits: Type.Array(Type.String(), { description: 'Provider accounts that do not answer.' }),
  last_ledger_proof: Type.Union([
    Type.Object({
      id: Type.String(),
      began_at: Type.String({ format: 'date-time' }),
      ended_at: NullableString,
      transactions: Type.Union([Type.Integer(), Type.Null()]),
      discrepancies: Type.Union([Type.Integer(), Type.Null()]),
    }),
    Type.Null(),
  ]),
})
