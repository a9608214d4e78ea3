import type { PaymentRequest } from '@tollgate/client'
import { orderRequest, type Visitor } from './authorize-request.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order } from './orders.ts'
import type { BankRequest, Form } from './payment-options/payment-option.ts'

const COUNTRY = 'SE'
const LONGEST_DESCRIPTION = 100

export function paymentRequest(
  access: DemoAccess,
  order: Order,
  form: Form,
  visitor: Visitor,
  { method }: BankRequest,
): PaymentRequest {
  const common = orderRequest(access, order, form, visitor)
  return { ...common, description: common.description.slice(0, LONGEST_DESCRIPTION), method, country: COUNTRY }
}
