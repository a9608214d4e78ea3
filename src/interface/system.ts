import { Type } from 'typebox'
import { Instant, NullableInteger, NullableTime } from './types.ts'
import { orNull, type ValueOf, wire } from './wire.ts'

const LedgerProof = wire(null, {
  id: Type.String(),
  began_at: Instant,
  ended_at: NullableTime,
  transactions: NullableInteger,
  discrepancies: NullableInteger,
}).named({ id: 'proofId' })

export const SystemRecord = wire(null, {
  version: Type.String(),
  realm: Type.String(),
  due_deliveries: Type.Integer({ description: 'Due deliveries; at most 10,000 are counted.' }),
  oldest_due_delivery_at: NullableTime,
  overdue_transactions: Type.Integer({ description: 'Payments past their deadline; should be none.' }),
  reversals_given_up: Type.Integer(),
  search_lag_seconds: Type.Integer({ description: 'Delay of the index for search and analytics.' }),
  waiting_mails: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Emails that wait for the mail server, of at most 10,000; null if no email is sent.',
  }),
  open_circuits: Type.Array(Type.String(), { description: 'Provider accounts that do not respond.' }),
  last_ledger_proof: orNull(LedgerProof),
}).named()

export type SystemOverview = ValueOf<typeof SystemRecord>
