import { exactInteger } from '#domain/exact-json.ts'
import type { Intent } from './intent.ts'
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

/** Columns that `attemptsJson` writes; others have their defaults. */
export const NEW_ATTEMPT_COLUMNS = `merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
  created_at, updated_at`

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
