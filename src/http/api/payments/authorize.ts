import { authorize } from '#flows/payment/authorize/index.ts'
import { AuthorizeBody, authorizeRequestOf } from '#interface/authorize.ts'
import { Envelope } from '#interface/envelope.ts'
import { requireNoStored } from '../../request/client-limits.ts'
import { answer, post } from '../../route.ts'
import { envelopeView, rereadEnvelope } from '../transactions/envelope.ts'
import { malformedNotificationUrl } from './notification-url.ts'
import { authorizeRules } from './rules.ts'

export const authorizeRoute = post('/api/transactions/authorize', {
  guard: 'merchant',
  permission: 'payments.create',
  terminals: 'named',
  tag: 'Transactions',
  operation: 'authorizePayment',
  summary: 'Take a card, wallet or voucher payment',
  description: 'Handle the answer in this order: `result`, `action`, `redirect`, `form_submit`.',
  body: AuthorizeBody,
  malformed: malformedNotificationUrl,
  rules: authorizeRules,
  answers: { 200: Envelope },
  reread: rereadEnvelope,
  handle: async (gateway, { caller, body }) => {
    requireNoStored(caller, {
      'payment_method.type': ['saved_card', 'agreement'].includes(body.payment_method.type),
      'agreement.id': body.agreement?.id,
      'customer.id': body.tokenization?.save_card_for_future_payments === true && body.customer?.id,
    })
    const { merchantId } = caller
    const request = { ...authorizeRequestOf(body), merchantId, referenceKind: 'transaction' as const }
    return answer(envelopeView(gateway, caller, await authorize(gateway, request)))
  },
})
