import type { Customer } from '#domain/customer.ts'
import { parseAmount } from '#domain/money.ts'
import { authorize } from '#flows/authorize/index.ts'
import type { PaymentRequest } from '#flows/authorize/payment-request.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { AuthorizeBody } from '../contract/authorize.ts'
import { authorizeRules } from '../contract/authorize-rules.ts'
import { malformedNotificationUrl } from '../contract/notification-url.ts'
import { Envelope } from '../contract/transactions.ts'
import { route } from '../route.ts'
import { envelopeView } from '../views/envelope.ts'
import { browserInfoOf, customerOf } from './common/fields.ts'
import { requestedMethodOf } from './requested-method.ts'

export const authorizeRoute = route({
  method: 'POST',
  path: '/api/transactions/authorize',
  guard: 'merchant',
  tag: 'Transactions',
  summary: 'Take a card, wallet or voucher payment',
  description: 'Handle the answer in this order: `result`, `action`, `redirect`, `form_submit`.',
  body: AuthorizeBody,
  malformed: malformedNotificationUrl,
  rules: authorizeRules,
  answers: { 200: Envelope },
  handle: async (gateway, { caller, body }) => {
    return { status: 200, json: envelopeView(await authorize(gateway, paymentRequestOf(caller, body))) }
  },
})

function paymentRequestOf(caller: MerchantCaller, body: AuthorizeBody): PaymentRequest {
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    referenceKind: 'transaction',
    description: body.description ?? null,
    currency: body.currency,
    amount: parseAmount(body.amount)!,
    transactionType: body.transaction_type,
    paymentMethod: requestedMethodOf(body.payment_method),
    saveCard: body.tokenization?.save_card_for_future_payments ?? false,
    customer: customerOf(body.customer) satisfies Customer,
    customerIp: body.customer_ip ?? null,
    browserInfo: body.browser_info ? browserInfoOf(body.browser_info) : null,
    metadata: body.metadata ?? null,
    returnUrl: body.return_url ?? null,
    errorUrl: body.error_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    notificationUrl: body.options?.three_ds?.notification_url ?? null,
  }
}
