import { createPublicKey } from 'node:crypto'
import { type EncryptedCard, encryptCvv } from '#client/card.ts'
import type { RequestedPaymentMethod } from '#client/payment-method.ts'
import { type Approved, authorizeRequest, expectApproved } from './authorize-request.ts'
import type { Demo } from './gateway-process.ts'
import type { Merchant } from './merchant.ts'

type SavedCard = Extract<RequestedPaymentMethod, { type: 'saved_card' }>
type WalletToken = Extract<RequestedPaymentMethod, { type: 'walleta-pay' }>

const CODE = '737'

/** One payment without 3-D Secure. @throws where it is not approved */
export async function pay(merchant: Merchant, method: RequestedPaymentMethod, saveCard = false): Promise<Approved> {
  const request = authorizeRequest(merchant.terminalId, method, 'VERSIONING_NOT_ENROLLED', saveCard)
  return expectApproved(await merchant.post('/api/transactions/authorize', request))
}

/** Saves a card with a payment. @returns how to pay with it again */
export async function saveCard(merchant: Merchant, data: EncryptedCard): Promise<SavedCard> {
  const { payment_method } = await pay(merchant, { type: 'card', data }, true)
  return { type: 'saved_card', data: { payment_method_id: payment_method.token! } }
}

/** Cards with the security code, encrypted beforehand. */
export function withCvv({ merchant }: Demo, cards: readonly SavedCard[]): SavedCard[] {
  const key = createPublicKey(merchant.public_key)
  return cards.map(({ type, data }) => ({ type, data: { ...data, encrypted_cvv: encryptCvv(key, CODE) } }))
}

/** Wallet tokens from the simulated wallet, each of which pays once. @param atOnce requests in flight */
export async function issueWalletTokens(merchant: Merchant, count: number, atOnce: number): Promise<WalletToken[]> {
  const tokens: WalletToken[] = []
  const buy = async () => {
    while (tokens.length < count) tokens.push({ type: 'walleta-pay', data: await buyToken(merchant) })
  }
  await Promise.all(Array.from({ length: atOnce }, buy))
  return tokens
}

async function buyToken(merchant: Merchant): Promise<WalletToken['data']> {
  return JSON.parse(await merchant.post('/api/simulators/walleta-tokens', '{"auth_method":"CRYPTOGRAM_3DS"}'))
}
