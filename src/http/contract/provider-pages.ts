import { Type } from 'typebox'

export const ReturnParams = Type.Object({ merchant_id: Type.String(), transaction_id: Type.String() })

export const NoticeParams = Type.Object({ provider: Type.String() })

export const ChargePageParams = Type.Object({ attempt_id: Type.String() })

/** What was chosen and typed on a simulated page so far: the bank or wallet, and the payer's UPI address. */
export const ChargePageQuery = Type.Object({ via: Type.Optional(Type.String()), vpa: Type.Optional(Type.String()) })

export const TransferForm = Type.Object({ amount: Type.String() })

export const OutcomeForm = Type.Object({
  outcome: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING']),
})
