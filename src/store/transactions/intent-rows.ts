import { exactInteger } from '#domain/exact-json.ts'
import type { Transaction } from '#domain/transaction.ts'
import { record } from '../shape/record.ts'
import type { Intent, NewAttempt, NewStoredCard, SpentWalletMessage } from './intent.ts'
import { toRowJson } from './transaction-row.ts'

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

export function storedWith({ merchantId, id, createdAt }: Transaction) {
  return { merchantId, transactionId: id, createdAt, updatedAt: createdAt }
}

type Stored = ReturnType<typeof storedWith>

// Other columns have their defaults.
export const NEW_ATTEMPT = record<NewAttempt & Stored & { readonly state: string }>()(
  'merchantId, attemptId, transactionId, number, provider, providerAccountId, state, createdAt, updatedAt',
)
export const STORED_CARD = record<NewStoredCard & Stored & { readonly state: string }>()(
  `merchantId, token, customerId, transactionId, state, masked, brand, hash, dataKeyId, sealedCard, expiresIn, createdAt,
  updatedAt`,
)
export const WALLET_MESSAGE = record<SpentWalletMessage & Pick<Stored, 'merchantId' | 'transactionId'>>()(
  'merchantId, messageId, transactionId, expiresAt',
)

export function attemptsJson(intents: Intents): string {
  const rows = intents.map(({ transaction, attempt }) =>
    NEW_ATTEMPT.row({ ...attempt, ...storedWith(transaction), state: 'ASKING' }),
  )
  return JSON.stringify(rows)
}
