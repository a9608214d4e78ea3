import { parseAmount } from '#domain/money.ts'
import { authorize } from '#flows/payment/authorize/index.ts'
import type { PaymentRequest, RequestedMethod } from '#flows/payment/authorize/payment-request.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { requestedAgreementOf } from '#interface/agreement.ts'
import { customerOf } from '#interface/customer.ts'
import { Envelope } from '#interface/envelope.ts'
import { requireNoStored } from '../../request/client-limits.ts'
import { post } from '../../route.ts'
import { browserInfoOf } from '../common/fields.ts'
import { envelopeView, rereadEnvelope } from '../transactions/envelope.ts'
import { AuthorizeBody } from './authorize-body.ts'
import { captureByOf } from './capture-by.ts'
import { malformedNotificationUrl } from './notification-url.ts'
import { authorizeRules } from './rules.ts'
import { threeDsWishesOf } from './three-ds-wishes.ts'

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
    return {
      status: 200,
      json: envelopeView(gateway, caller, await authorize(gateway, paymentRequestOf(caller, body))),
    }
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
    customer: customerOf(body.customer),
    customerIp: body.customer_ip ?? null,
    browserInfo: body.browser_info ? browserInfoOf(body.browser_info) : null,
    metadata: body.metadata ?? null,
    returnUrl: body.return_url ?? null,
    errorUrl: body.error_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    notificationUrl: body.options?.three_ds?.notification_url ?? null,
    captureBy: captureByOf(body.options),
    agreement: requestedAgreementOf(body.agreement),
    threeDs: threeDsWishesOf(body.options),
    recoverAfterDays: body.options?.recovery?.after_days ?? null,
  }
}

function requestedMethodOf(method: AuthorizeBody['payment_method']): RequestedMethod {
  switch (method.type) {
    case 'card':
      return { kind: 'card', type: method.type, card: cardOf(method.data) }
    case 'saved_card':
      return {
        kind: 'saved-card',
        type: method.type,
        paymentMethodId: method.data.payment_method_id,
        encryptedCvv: method.data.encrypted_cvv ?? null,
      }
    case 'agreement':
      return { kind: 'agreement', type: method.type, agreementId: method.data.agreement_id }
    case 'network-token':
      return networkTokenOf(method)
    case 'walleta-pay':
      return { kind: 'wallet-token', type: method.type, token: method.data.walleta_pay_token }
    default:
      return { kind: 'redirect', type: method.type, name: method.type, payer: payerOf(method.data) }
  }
}

type Redirect = Exclude<
  AuthorizeBody['payment_method'],
  Of<'card' | 'saved_card' | 'agreement' | 'network-token' | 'walleta-pay'>
>
type Of<T extends string> = Extract<AuthorizeBody['payment_method'], { type: T }>

function cardOf(data: Of<'card'>['data']) {
  return {
    encryptedCardNumber: data.encrypted_card_number,
    encryptedCvv: data.encrypted_cvv,
    encryptedExpirationMonth: data.encrypted_expiration_month,
    encryptedExpirationYear: data.encrypted_expiration_year,
  }
}

function networkTokenOf({ type, data }: Of<'network-token'>): RequestedMethod {
  const token = {
    encryptedTokenNumber: data.encrypted_token_number,
    encryptedExpirationMonth: data.encrypted_expiration_month,
    encryptedExpirationYear: data.encrypted_expiration_year,
    encryptedCryptogram: data.encrypted_cryptogram ?? null,
  }
  return { kind: 'network-token', type, token, eci: data.eci ?? null, source: data.source ?? 'network-token' }
}

/** Payer of a voucher; wallets know theirs. */
function payerOf(data: Redirect['data']) {
  return 'email' in data ? { email: data.email, firstName: data.first_name, lastName: data.last_name } : null
}
