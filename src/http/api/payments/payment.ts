import { parseAmount } from '#domain/money.ts'
import { payOnce } from '#flows/payment/authorize/pay-once.ts'
import type { PaymentRequest } from '#flows/payment/authorize/payment-request.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { customerOf } from '#interface/customer.ts'
import { Envelope } from '#interface/envelope.ts'
import { clientMay } from '../../request/client-limits.ts'
import { answer, post } from '../../route.ts'
import { envelopeView, rereadEnvelope } from '../transactions/envelope.ts'
import { PaymentBody } from './bodies.ts'
import { simulatorProblems } from './rules.ts'

export const paymentRoute = post('/api/transactions/payment', {
  guard: 'merchant',
  permission: 'payments.create',
  terminals: 'named',
  tag: 'Transactions',
  operation: 'createPayment',
  summary: 'Take a bank, UPI, wallet, transfer or QR-code payment',
  description: 'Idempotent by reference: the same order gets the same transaction, or the redirect that is still due.',
  body: PaymentBody,
  rules: (body, gateway) => simulatorProblems(gateway, body),
  answers: { 200: Envelope },
  reread: rereadEnvelope,
  handle: async (gateway, { caller, body }) => {
    const step = await payOnce(gateway, paymentRequestOf(caller, body), clientMay(caller, 'payments.read'))
    return answer(envelopeView(gateway, caller, step))
  },
})

function paymentRequestOf(caller: MerchantCaller, body: PaymentBody): PaymentRequest {
  const { method } = body
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    referenceKind: 'payment',
    description: body.description,
    currency: body.currency,
    amount: parseAmount(body.amount)!,
    transactionType: 'PAYMENT',
    paymentMethod: { kind: 'redirect', type: `payment_${method.toLowerCase()}`, name: method, payer: null },
    saveCard: false,
    customer: customerOf(body.customer),
    customerIp: body.customer_ip,
    browserInfo: null,
    metadata: body.metadata ?? null,
    returnUrl: body.return_url,
    errorUrl: body.error_url,
    cancelUrl: body.cancel_url,
    notificationUrl: null,
    captureBy: null,
  }
}
