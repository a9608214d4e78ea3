import type { Brand } from '#domain/card.ts'
import { type Refusal, requiresCvv } from '#domain/eligibility.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import type { ConfigSnapshot } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { openStoredCard } from '../../stored-cards/card-at-rest.ts'
import type { PaymentRequest, RequestedMethod } from './payment-request.ts'
import { cardMethod, type ResolvedMethod } from './resolved-method.ts'

type SavedCard = Extract<RequestedMethod, { kind: 'saved-card' }>

const CVV_FIELD = 'payment_method.data.encrypted_cvv'
const TYPED_CVV_FIELD = 'payment_method.cvc'

const UNKNOWN: Refusal = {
  code: '2000',
  property: 'payment_method.data.payment_method_id',
  message: 'No such saved card; use the token of one of your stored payment methods.',
}

const UNUSABLE: Refusal = {
  ...UNKNOWN,
  message: 'This saved card no longer works; delete it and ask the shopper to enter the card again.',
}

/**
 * Resolves a stored card, with a reentered security code if any.
 * @returns a refusal if the token is not of this merchant, or the card cannot be decrypted
 * @throws RequestError `invalid` on a security code that is wrong, or missing if the provider account requires it
 */
export async function resolveSavedCard(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  method: SavedCard,
  accounts: readonly ProviderAccount[],
): Promise<ResolvedMethod | { readonly refusal: Refusal }> {
  const found = await gateway.findPaymentMethod(request.merchantId, method.paymentMethodId)
  const stored = found && mayPay(request, found) ? found : undefined
  const cvv = await openCvv(gateway, snapshot, request, method, stored?.brand, accounts)
  if (!stored) return { refusal: UNKNOWN }
  const card = openStoredCard(gateway, stored)
  if (!card) return { refusal: UNUSABLE }
  return cardMethod(method.type, { kind: 'card', card: { ...card, cvv }, cryptogram: null }, stored.token)
}

/** In browsers, only the customer's cards and offered ones may be used (docs/reference/card-data.md#stored-cards). */
function mayPay({ session, customer }: PaymentRequest, { token, customerId }: StoredPaymentMethod): boolean {
  if (!session) return true
  return session.paymentMethodIds.includes(token) || (customerId !== null && customerId === customer.id)
}

async function openCvv(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  { encryptedCvv, typedCvv }: SavedCard,
  brand: Brand | null | undefined,
  [first]: readonly ProviderAccount[],
): Promise<Secret<string> | null> {
  if (encryptedCvv !== null) return gateway.vault.openCvv(snapshot.keys, encryptedCvv, brand)
  if (typedCvv) return gateway.vault.takeCvv(typedCvv, brand)
  if (!first || !requiresCvv(first)) return null
  throw invalid(
    request.session ? TYPED_CVV_FIELD : CVV_FIELD,
    'The provider demands the security code for saved cards; ask the shopper and add it.',
  )
}
