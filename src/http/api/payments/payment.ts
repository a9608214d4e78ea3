import { payOnce } from '#flows/payment/authorize/pay-once.ts'
import { Envelope } from '#interface/envelope.ts'
import { bankPaymentOf, PaymentBody } from '#interface/payment.ts'
import { clientMay } from '../../request/client-limits.ts'
import { answer, post } from '../../route.ts'
import { envelopeView, rereadEnvelope } from '../transactions/envelope.ts'
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
    const request = { ...bankPaymentOf(body), merchantId: caller.merchantId }
    const step = await payOnce(gateway, request, clientMay(caller, 'payments.read'))
    return answer(envelopeView(gateway, caller, step))
  },
})
