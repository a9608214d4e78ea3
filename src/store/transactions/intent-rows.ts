import { exactInteger } from '#domain/exact-json.ts'
import type { Transaction } from '#domain/transaction.ts'
import { AGREEMENT } from '../agreements/agreements.ts'
import { record } from '../shape/record.ts'
import type { Intent, NewAttempt, NewStoredCard, SpentWalletMessage } from './intent.ts'
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

const NEW_ATTEMPT = record<NewAttempt & Stored & { readonly state: string }>()(
  'merchantId, attemptId, transactionId, number, provider, providerAccountId, state, createdAt, updatedAt',
)
const STORED_CARD = record<NewStoredCard & Stored & { readonly state: string }>()(
  `merchantId, token, customerId, transactionId, state, masked, brand, hash, dataKeyId, sealedCard, expiresIn, createdAt,
  updatedAt`,
)
const WALLET_MESSAGE = record<SpentWalletMessage & Pick<Stored, 'merchantId' | 'transactionId'>>()(
  'merchantId, messageId, transactionId, expiresAt',
)

/** Columns of the rows of each kind; others have their defaults. */
export const NEW_ATTEMPT_COLUMNS = NEW_ATTEMPT.columns
export const STORED_CARD_COLUMNS = STORED_CARD.columns
export const WALLET_MESSAGE_COLUMNS = WALLET_MESSAGE.columns

function storedWith({ merchantId, id, createdAt }: Transaction) {
  return { merchantId, transactionId: id, createdAt, updatedAt: createdAt }
}

type Stored = ReturnType<typeof storedWith>

export function attemptsJson(intents: Intents): string {
  const rows = intents.map(({ transaction, attempt }) =>
    NEW_ATTEMPT.row({ ...attempt, ...storedWith(transaction), state: 'ASKING' }),
  )
  return JSON.stringify(rows)
}

export function storedCardsJson(intents: Intents): string {
  const rows = intents.flatMap(({ transaction, storedCard: card }) =>
    card ? STORED_CARD.row({ ...card, ...storedWith(transaction), state: 'PENDING' }) : [],
  )
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
  const rows = intents.flatMap(({ transaction, walletMessage: message }) =>
    message ? WALLET_MESSAGE.row({ ...message, ...storedWith(transaction) }) : [],
  )
  return JSON.stringify(rows)
}
