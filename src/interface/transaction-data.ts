import { Type } from 'typebox'
import { ADVICE } from '#domain/advice.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { liabilityShiftOf } from '#domain/liability.ts'
import type { Transaction } from '#domain/transaction.ts'
import { CHECK_RESULTS, type RetryOptions as Retry, type TriedAccount } from '#domain/transaction-data.ts'
import { isOriginal } from '#domain/transaction-type.ts'
import { RiskDecision, RoutingDecision } from './rule.ts'
import { Instant, Int64, NullableString } from './types.ts'
import { listOf, wire } from './wire.ts'

const Attempt = wire(null, {
  payment_provider_account_id: Type.String(),
  payment_provider_id: Type.String(),
  status: Type.String(),
  processing_code: NullableString,
  response_message: NullableString,
  created_at: Instant,
}).from<TriedAccount>({ payment_provider_account_id: 'providerAccountId', payment_provider_id: 'provider' })

const Attempts = wire(null, {
  next_attempt_at: Type.Optional(
    Type.String({ format: 'date-time', description: "Of a recovery: the next attempt, by the merchant's clock." }),
  ),
  attempts: listOf(Attempt),
}).from<Retry>({})

/** `data.retry_options` (docs/reference/retries.md#what-a-record-shows). */
const RetryOptions = wire(
  'Retry options',
  {
    status: Type.Enum(['SCHEDULED', 'AUTHENTICATING', 'SUCCEEDED', 'EXHAUSTED']),
    retry_count: Type.Integer({ format: 'int32', description: 'Accounts tried after the first.' }),
    payment_provider_account_id: Type.String({ description: 'The account now being tried, or tried last.' }),
    payment_provider_id: Type.String(),
    data: Attempts,
  },
  { description: 'Present from the first retry with another provider.' },
).from<Retry>({
  payment_provider_account_id: ({ attempts }) => attempts.at(-1)!.providerAccountId,
  payment_provider_id: ({ attempts }) => attempts.at(-1)!.provider,
  data: (retry) => Attempts.of(retry),
})

const CheckResult = Type.Enum([...CHECK_RESULTS])

const CardChecks = Type.Object(
  { avs: CheckResult, cvv: CheckResult },
  { title: 'Card checks', description: 'Checks of address and security code by the issuer; informational.' },
)

export const TransactionData = wire('Transaction data', {
  checks: Type.Optional(CardChecks),
  liability_shift: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Of a card payment: true if the issuer bears a fraud, null without 3-D Secure.',
    }),
  ),
  advice: Type.Optional(Type.Enum([...ADVICE], { description: 'Advice of the scheme after a decline.' })),
  received_amount: Type.Optional(Int64({ description: 'Bank transfers only: amount received so far.' })),
  retry_options: Type.Optional(RetryOptions),
  reversal_of: Type.Optional(Type.String({ description: 'Reversal records only: the refund or payout that failed.' })),
  risk: Type.Optional(RiskDecision),
  routing: Type.Optional(RoutingDecision),
  expired_by: Type.Optional(Type.Enum(['PROVIDER', 'GATEWAY'], { description: 'Of an AUTHORIZATION_EXPIRY.' })),
}).from<Transaction>({
  checks: ({ data }) => data?.checks,
  liability_shift: (transaction) => {
    const { data, authentication } = transaction
    return !data || isCardPayment(transaction) ? liabilityShiftOf(authentication, data) : undefined
  },
  advice: ({ data }) => data?.advice,
  received_amount: ({ data }) => (data?.receivedAmount ? exactInteger(BigInt(data.receivedAmount)) : undefined),
  retry_options: ({ data }) => data?.retryOptions && RetryOptions.of(data.retryOptions),
  reversal_of: ({ data }) => data?.reversalOf,
  risk: ({ data, review }) => data?.risk && RiskDecision.of({ ...data.risk, review: review ?? undefined }),
  routing: ({ data }) => data?.routing && RoutingDecision.of(data.routing),
  expired_by: ({ data }) => data?.expiredBy,
})

function isCardPayment({ transactionType, paymentMethod }: Transaction): boolean {
  return isOriginal(transactionType) && transactionType !== 'PAYOUT' && paymentMethod.masked !== null
}
