import { exactInteger } from '#domain/exact-json.ts'
import { AGREEMENT } from '../agreements/agreements.ts'
import type { Intent } from './intent.ts'
import { toRowJson } from './transaction-row.ts'

/** The rows of a batch of intents, each kind as the JSON text that `json_populate_recordset` reads. */
type Intents = readonly Intent[]

export function decisionsJson(intents: Intents): string {
  const rows = intents.map(({ transaction, version, referenceKind }) => {
    return { id: transaction.id, version: exactInteger(version), kind: referenceKind }
  })
  return JSON.stringify(rows)
}

export function transactionsJson(intents: Intents): string {
  return `[${intents.map((intent) => toRowJson(intent.transaction, intent)).join(',')}]`
}

/** What the rows of each kind say; other columns have their defaults. */
export const NEW_ATTEMPT_COLUMNS = `merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
  created_at, updated_at`
export const STORED_CARD_COLUMNS = `merchant_id, token, customer_id, transaction_id, state, masked, brand, hash,
  data_key_id, sealed_card, expires_in, created_at, updated_at`
export const WALLET_MESSAGE_COLUMNS = 'merchant_id, message_id, transaction_id, expires_at'

export function attemptsJson(intents: Intents): string {
  const rows = intents.map(({ transaction, attempt }) => ({
    merchant_id: transaction.merchantId,
    attempt_id: attempt.attemptId,
    transaction_id: transaction.id,
    number: attempt.number,
    provider: attempt.provider,
    provider_account_id: attempt.providerAccountId,
    state: 'ASKING',
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.createdAt.toISOString(),
  }))
  return JSON.stringify(rows)
}

export function storedCardsJson(intents: Intents): string {
  const rows = intents.flatMap(({ transaction, storedCard: card }) => {
    if (!card) return []
    return {
      merchant_id: transaction.merchantId,
      token: card.token,
      customer_id: card.customerId,
      transaction_id: transaction.id,
      state: 'PENDING',
      masked: card.masked,
      brand: card.brand,
      hash: card.hash,
      data_key_id: card.dataKeyId,
      sealed_card: `\\x${Buffer.from(card.sealedCard).toString('hex')}`,
      expires_in: card.expiresIn,
      created_at: transaction.createdAt,
      updated_at: transaction.createdAt,
    }
  })
  return JSON.stringify(rows)
}

/** Charges by agreement, with the terms by which their agreements are judged again. */
export function chargesJson(intents: Intents): string {
  const rows = intents.map(({ transaction: { id, merchantId, agreementId, amount, paymentMethod } }) => {
    const { token } = paymentMethod
    return { id, merchant_id: merchantId, agreement_id: agreementId, amount: exactInteger(amount), token }
  })
  return JSON.stringify(rows)
}

export function agreementsJson(intents: Intents): string {
  return JSON.stringify(intents.flatMap(({ newAgreement }) => (newAgreement ? [AGREEMENT.row(newAgreement)] : [])))
}

export function walletMessagesJson(intents: Intents): string {
  const rows = intents.flatMap(({ transaction, walletMessage: message }) => {
    if (!message) return []
    return {
      merchant_id: transaction.merchantId,
      message_id: message.messageId,
      transaction_id: transaction.id,
      expires_at: message.expiresAt,
    }
  })
  return JSON.stringify(rows)
}
