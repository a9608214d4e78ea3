import { Type } from 'typebox'

export const ReturnParams = Type.Object({ merchant_id: Type.String(), transaction_id: Type.String() })

export const NoticeParams = Type.Object({ provider: Type.String() })

export const CheckoutParams = Type.Object({ attempt_id: Type.String() })

export const CheckoutOutcomeForm = Type.Object({
  outcome: Type.Enum(['APPROVED', 'DECLINED', 'CANCELED', 'PENDING']),
})
