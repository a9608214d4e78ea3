import { maskAccount } from '#domain/beneficiary.ts'
import type { Refusal } from '#domain/eligibility.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { RequestError } from '#domain/problem.ts'
import { findConfigVersion } from '#store/merchants/terminal-config.ts'
import { type ConfigSnapshot, merchantTime, StaleConfig } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { checkCaptureBy } from './capture-by.ts'
import { exemptionProblems } from './check-exemption.ts'
import { resolveAgreement } from './open-agreement.ts'
import { resolveSavedCard } from './open-saved-card.ts'
import { resolveWalletToken } from './open-wallet-token.ts'
import { refuseOwnCardNumber } from './own-card-number.ts'
import type { PaymentRequest, RequestedMethod } from './payment-request.ts'
import { cardMethod, type ResolvedMethod } from './resolved-method.ts'

/**
 * Decrypts or looks up the payment method of a request.
 * @param accounts eligible ones, in routing order
 * @returns a refusal if it is well-formed but cannot be used
 * @throws RequestError `invalid` naming every invalid field, and every exact text with its card number
 * @throws StaleConfig if the merchant's keys have changed: the fields may be encrypted for a newer key
 */
export async function resolvePaymentMethod(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  accounts: readonly ProviderAccount[],
): Promise<ResolvedMethod | { readonly refusal: Refusal }> {
  try {
    const opened = await open(gateway, snapshot, request, accounts)
    if ('instrument' in opened) {
      refuseOwnCardNumber(request, opened.instrument)
      checkExemption(request, snapshot)
      checkCaptureBy(request, accounts[0], opened.view.brand, merchantTime(gateway, snapshot))
    }
    return opened
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const version = await findConfigVersion(gateway.sql, request.merchantId)
    throw version === snapshot.config.version ? error : new StaleConfig()
  }
}

/** A session's was checked when it was created. */
function checkExemption({ threeDs, session }: PaymentRequest, { config }: ConfigSnapshot): void {
  const problems = session ? [] : exemptionProblems(threeDs, config.terminal)
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

async function open(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  accounts: readonly ProviderAccount[],
) {
  const { paymentMethod: method } = request
  switch (method.kind) {
    case 'card':
      return openCard(gateway, snapshot, method)
    case 'typed-card':
      return openTypedCard(gateway, snapshot, method)
    case 'saved-card':
      return resolveSavedCard(gateway, snapshot, request, method, accounts)
    case 'network-token':
      return openNetworkToken(gateway, snapshot, method)
    case 'wallet-token':
      return resolveWalletToken(gateway, snapshot, request, method)
    case 'agreement':
      return resolveAgreement(gateway, snapshot, request, method)
    case 'redirect':
      return openRedirect(method)
    case 'bank-account':
      return openBankAccount(gateway, request.merchantId, method)
  }
}

async function openCard(gateway: Gateway, snapshot: ConfigSnapshot, { type, card }: Method<'card'>) {
  const opened = await gateway.vault.openCard(snapshot.keys, card, merchantTime(gateway, snapshot))
  return cardMethod(type, { kind: 'card', card: opened, cryptogram: null })
}

function openTypedCard(gateway: Gateway, snapshot: ConfigSnapshot, { type, card }: Method<'typed-card'>) {
  const { merchantId } = snapshot.config.merchant
  const taken = gateway.vault.takeCard(merchantId, card, merchantTime(gateway, snapshot))
  return cardMethod(type, { kind: 'card', card: taken, cryptogram: null })
}

async function openNetworkToken(gateway: Gateway, snapshot: ConfigSnapshot, method: Method<'network-token'>) {
  const { type, token, eci, source } = method
  const { card, cryptogram: value } = await gateway.vault.openNetworkToken(
    snapshot.keys,
    token,
    merchantTime(gateway, snapshot),
  )
  return cardMethod(type, { kind: 'card', card, cryptogram: value && { value, eci, source } })
}

function openRedirect({ type, name, payer }: Method<'redirect'>): ResolvedMethod {
  const view = { method: name, type, masked: null, brand: null, hash: null, token: null }
  return { instrument: { kind: 'redirect', method: name, payer }, view, walletMessage: null }
}

function openBankAccount(
  { vault }: Gateway,
  merchantId: string,
  { type, beneficiary }: Method<'bank-account'>,
): ResolvedMethod {
  const masked = maskAccount(beneficiary.accountNumber.reveal())
  const hash = vault.hashAccount(merchantId, beneficiary.accountNumber)
  const view = { method: masked, type, masked, brand: null, hash, token: null }
  return { instrument: { kind: 'bank-account', beneficiary }, view, walletMessage: null }
}

type Method<K extends RequestedMethod['kind']> = Extract<RequestedMethod, { kind: K }>
