import { Type } from 'typebox'
import { ADVICE } from '#domain/advice.ts'
import { CHECK_RESULTS } from '#domain/transaction-data.ts'
import { Instant, NullableString } from '#interface/types.ts'
import { RiskDecision, RoutingDecision } from '../rules/schemas.ts'

/** `data.retry_options` (docs/reference/retries.md#what-a-record-shows). */
const RetryOptions = Type.Object(
  {
    status: Type.Enum(['SCHEDULED', 'AUTHENTICATING', 'SUCCEEDED', 'EXHAUSTED']),
    retry_count: Type.Integer({ format: 'int32', description: 'Accounts tried after the first.' }),
    payment_provider_account_id: Type.String({ description: 'The account now being tried, or tried last.' }),
    payment_provider_id: Type.String(),
    data: Type.Object({
      next_attempt_at: Type.Optional(
        Type.String({ format: 'date-time', description: "Of a recovery: the next attempt, by the merchant's clock." }),
      ),
      attempts: Type.Array(
        Type.Object({
          payment_provider_account_id: Type.String(),
          payment_provider_id: Type.String(),
          status: Type.String(),
          processing_code: NullableString,
          response_message: NullableString,
          created_at: Instant,
        }),
      ),
    }),
  },
  { title: 'Retry options', description: 'Present from the first retry with another provider.' },
)

const CheckResult = Type.Enum([...CHECK_RESULTS])

const CardChecks = Type.Object(
  { avs: CheckResult, cvv: CheckResult },
  { title: 'Card checks', description: 'Checks of address and security code by the issuer; informational.' },
)

export const TransactionData = Type.Object(
  {
    checks: Type.Optional(CardChecks),
    liability_shift: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'Of a card payment: true if the issuer bears a fraud, null without 3-D Secure.',
      }),
    ),
    advice: Type.Optional(Type.Enum([...ADVICE], { description: 'Advice of the scheme after a decline.' })),
    received_amount: Type.Optional(
      Type.Integer({ format: 'int64', description: 'Bank transfers only: amount received so far.' }),
    ),
    retry_options: Type.Optional(RetryOptions),
    reversal_of: Type.Optional(
      Type.String({ description: 'Reversal records only: the refund or payout that failed.' }),
    ),
    risk: Type.Optional(RiskDecision),
    routing: Type.Optional(RoutingDecision),
    expired_by: Type.Optional(Type.Enum(['PROVIDER', 'GATEWAY'], { description: 'Of an AUTHORIZATION_EXPIRY.' })),
  },
  { title: 'Transaction data' },
)
