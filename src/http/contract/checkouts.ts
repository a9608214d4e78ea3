import { Type } from 'typebox'

export const ReturnParams = Type.Object({ merchant_id: Type.String(), transaction_id: Type.String() })

export const NoticeParams = Type.Object({ provider: Type.String() })

export const CheckoutParams = Type.Object({ attempt_id: Type.String() })

/** What was chosen and typed on a simulated page so far: the bank or wallet, and the payer's UPI address. */
export const CheckoutQuery = Type.Object({ via: Type.Optional(Type.String()), vpa: Type.Optional(Type.String()) })

export const CheckoutTransferForm = Type.Object({ amount: Type.String() })

export const CheckoutOutcomeForm = Type.Object({
  outcome: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING']),
})
