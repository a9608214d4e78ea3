import type { Customer } from '#domain/customer.ts'
import { parseAmount } from '#domain/money.ts'
import { authorize } from '#flows/authorize/index.ts'
import type { Order } from '#flows/authorize/order.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { AuthorizeBody } from '../contract/authorize.ts'
import { Envelope } from '../contract/transactions.ts'
import { door } from '../door.ts'
import { malformedNotificationUrl } from '../notification-url.ts'
import { simulatorProblems } from '../simulator-problems.ts'
import { envelopeView } from '../views/envelope.ts'
import { browserInfoOf, customerOf } from './common-fields.ts'

export const authorizeDoor = door({
  method: 'POST',
  path: '/api/transactions/authorize',
  guard: 'merchant',
  tag: 'Transactions',
  summary: 'Take a card payment',
  description: 'Handle the answer in this order: `result`, `action`, `redirect`, `form_submit`.',
  body: AuthorizeBody,
  malformed: malformedNotificationUrl,
  rules: (body, gateway) => simulatorProblems(gateway, body),
  answers: { 200: Envelope },
  handle: async (gateway, { caller, body }) => {
    return { status: 200, json: envelopeView(await authorize(gateway, orderOf(caller, body))) }
  },
})

function orderOf(caller: MerchantCaller, body: AuthorizeBody): Order {
  const card = body.payment_method.data
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    description: body.description ?? null,
    currency: body.currency,
    amount: parseAmount(body.amount)!,
    transactionType: body.transaction_type,
    paymentMethod: {
      type: body.payment_method.type,
      card: {
        encryptedCardNumber: card.encrypted_card_number,
        encryptedCvv: card.encrypted_cvv,
        encryptedExpirationMonth: card.encrypted_expiration_month,
        encryptedExpirationYear: card.encrypted_expiration_year,
      },
    },
    saveCard: body.tokenization?.save_card_for_future_payments ?? false,
    customer: customerOf(body.customer) satisfies Customer,
    customerIp: body.customer_ip ?? null,
    browserInfo: browserInfoOf(body.browser_info),
    metadata: body.metadata ?? null,
    returnUrl: body.return_url ?? null,
    errorUrl: body.error_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    notificationUrl: body.options?.three_ds?.notification_url ?? null,
  }
}
