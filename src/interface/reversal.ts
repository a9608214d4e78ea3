import { Type } from 'typebox'
import { NullableString, NullableTime } from './types.ts'
import { wire } from './wire.ts'

export const GivenUpReversalRecord = wire('Given up reversal', {
  attempt_id: Type.String(),
  merchant_id: Type.String(),
  transaction_id: Type.String(),
  provider: Type.String(),
  provider_account_id: Type.String(),
  provider_reference: NullableString,
  began_at: NullableTime,
  given_up_at: NullableTime,
}).named()

export const GivenUpReversalParams = Type.Object({ id: Type.String({ description: 'Attempt id.' }) })
