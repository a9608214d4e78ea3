import type { CompleteAuthenticationRequest, CountTransactionsQuery, PaymentRequest, PayoutRequest } from './schema.ts'

/** Request of `POST /api/transactions/payment`. */
export type BankMethod = PaymentRequest['method']

/** The account that is paid. */
export type BeneficiaryData = PayoutRequest['beneficiary']['data']

/** How a challenge ended. `C` (challenge required) is no end: the gateway refuses it. */
export type TransStatus = CompleteAuthenticationRequest['trans_status'] | 'C'

export type TransactionFilters = AnyText<CountTransactionsQuery>

/** A query whose parameters accept any text, where the description lists values. */
export type AnyText<Query> = {
  [Field in keyof Query]: Query[Field] extends string | undefined ? string : Query[Field]
}
