import type { RequestedMethod } from '#flows/authorize/payment-request.ts'
import type { AuthorizeBody } from '../contract/authorize.ts'

/** The payment method of a request in the flow's own words. */
export function requestedMethodOf(method: AuthorizeBody['payment_method']): RequestedMethod {
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
    case 'network-token':
      return networkTokenOf(method)
    case 'walleta-pay':
      return { kind: 'wallet-token', type: method.type, token: method.data.walleta_pay_token }
    default:
      return { kind: 'redirect', type: method.type, name: method.type, payer: payerOf(method.data) }
  }
}

type Redirect = Exclude<AuthorizeBody['payment_method'], Of<'card' | 'saved_card' | 'network-token' | 'walleta-pay'>>
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

/** Vouchers name who pays; wallets know it themselves. */
function payerOf(data: Redirect['data']) {
  return 'email' in data ? { email: data.email, firstName: data.first_name, lastName: data.last_name } : null
}
