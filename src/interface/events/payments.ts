import { Type } from 'typebox'
import type { Outcome, Transaction } from '#domain/transaction.ts'
import { Instant, InstantOf, Int64, NullableString, ShownMetadata } from '../types.ts'
import { wire } from '../wire.ts'

const Text = Type.String()
const Amount = Int64({ description: 'Minor units.' })

const session = {
  id: Type.String({ description: 'Session id.' }),
  merchant_id: Text,
  terminal_id: Text,
  reference: Text,
  currency: Text,
  amount: Amount,
}

export const SessionCompleted = wire('Session completed payload', {
  ...session,
  status: Type.Literal('APPROVED'),
  transaction_id: Type.String({ description: 'The payment.' }),
  metadata: ShownMetadata,
}).named({ id: 'sessionId' })

export const SessionExpired = wire('Session expired payload', {
  ...session,
  status: Type.Literal('SESSION_EXPIRED'),
  transaction_id: Type.Union([Text, Type.Null()], { description: 'The latest payment; null if there is none.' }),
  metadata: ShownMetadata,
}).named({ id: 'sessionId' })

/** Approved refund or payout that its provider returned. */
export const MoneyReturned = wire('Returned money', {
  id: Type.String({ description: 'ID of the approved transaction; its status does not change.' }),
  merchant_id: Text,
  terminal_id: Text,
  parent_id: NullableString,
  reversal_id: Type.String({ description: 'Transaction ID of the reversal record.' }),
  reference: Text,
  currency: Text,
  amount: Amount,
  response_message: NullableString,
}).from<Transaction & { readonly reversal: Transaction }>({
  reversal_id: ({ reversal }) => reversal.id,
  response_message: ({ reversal }) => reversal.responseMessage,
})

export const ReviewOpened = wire('Review opened payload', {
  id: Type.String({ description: 'Transaction ID of the payment.' }),
  merchant_id: Text,
  terminal_id: Text,
  order_id: Text,
  reference: Text,
  currency: Text,
  amount: Amount,
  metadata: ShownMetadata,
  review: Type.Literal('OPEN'),
  matched: Type.Array(Type.Object({ rule: Text, action: Text }), { description: 'Rules that marked the payment.' }),
}).from<Transaction>({
  review: ({ review }) => review as 'OPEN',
  matched: ({ data }) => data?.risk?.matched ?? [],
})

const authorization = {
  id: Type.String({ description: 'Transaction ID of the authorization.' }),
  merchant_id: Text,
  terminal_id: Text,
  order_id: Text,
  reference: Text,
  currency: Text,
  amount: Int64({ description: 'Rest that can be captured, or that expired; minor units.' }),
  metadata: ShownMetadata,
}

/** Payload of an authorization with its rest as `amount`. */
export const AuthorizationExpiring = wire('Authorization expiring payload', {
  ...authorization,
  authorization_expires_at: Instant,
}).from<Transaction>({ authorization_expires_at: (rest) => rest.authorizationExpiresAt!.toISOString() })

/** Payload of an approved AUTHORIZATION_EXPIRY. */
export const AuthorizationExpired = wire('Authorization expired payload', {
  ...authorization,
  expiry_id: Type.String({ description: 'Transaction ID of the expiry record.' }),
  expired_by: Type.Enum(['PROVIDER', 'GATEWAY']),
}).from<Transaction>({
  id: ({ parentId }) => parentId!,
  expiry_id: 'id',
  expired_by: ({ data }) => data!.expiredBy!,
})

/** Payload of a declined charge with its last decline. `nextAttemptAt` is by the merchant's clock. */
export const RetryScheduled = wire('Transaction retry scheduled payload', {
  id: Type.String({ description: 'Transaction ID of the charge.' }),
  merchant_id: Text,
  terminal_id: Text,
  order_id: Text,
  reference: Text,
  agreement_id: NullableString,
  currency: Text,
  amount: Amount,
  processing_code: Type.String({ description: 'Of the last decline.' }),
  response_message: NullableString,
  advice: NullableString,
  next_attempt_at: InstantOf({ description: "By the merchant's clock." }),
  metadata: ShownMetadata,
}).from<Transaction & { readonly last: Outcome; readonly nextAttemptAt: Date }>({
  processing_code: ({ last }) => last.code,
  response_message: ({ last }) => last.responseMessage,
  advice: ({ data }) => data?.advice ?? null,
})
