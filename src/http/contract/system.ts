import { Type } from 'typebox'
import { NullableString } from './types.ts'

export const SystemAnswer = Type.Object({
  version: Type.String(),
  realm: Type.String(),
  due_deliveries: Type.Integer({ description: 'Due deliveries; at most 10,000 are counted.' }),
  oldest_due_delivery_at: NullableString,
  overdue_transactions: Type.Integer({ description: 'Payments past their deadline; should be none.' }),
  reversals_given_up: Type.Integer(),
  search_lag_seconds: Type.Integer({ description: 'Delay of the index for search and analytics.' }),
  open_circuits: Type.Array(Type.String(), { description: 'Provider accounts that do not respond.' }),
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
