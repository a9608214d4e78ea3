import { orNotFound } from '#domain/problem.ts'
import { isFinal } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { latestAttemptOf, reconcile } from '../payment/inquiry/inquire.ts'

type Query = Readonly<Record<string, unknown>>

/**
 * Inquires with the declared parameters, which alone decide nothing. The page may be reloaded at any time.
 * @returns the current transaction @throws RequestError 404
 */
export async function receiveReturn(
  gateway: Gateway,
  merchantId: string,
  id: string,
  query: Query = {},
): Promise<Transaction> {
  const transaction = orNotFound(await findTransaction(gateway.sql, merchantId, id), 'transaction')
  if (isFinal(transaction.status) || transaction.awaiting === 'authentication') return transaction
  const attempt = await latestAttemptOf(gateway, transaction)
  const returned = returnedIn(query, gateway.providers.get(attempt.provider)?.returnParameters)
  const { step } = await reconcile(gateway, transaction, attempt, { returned })
  return step?.transaction ?? transaction
}

/** Printable ASCII, with the maximum length of a URL. */
const RETURNED = /^[\x21-\x7e]{1,2048}$/

/** Declared parameters; repeated or malformed ones are omitted. */
function returnedIn(query: Query, declared: readonly string[] = []): Readonly<Record<string, string>> {
  const found = declared.map((name) => [name, Object.hasOwn(query, name) ? query[name] : undefined] as const)
  const usable = found.filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string' && RETURNED.test(entry[1])
  })
  return Object.fromEntries(usable)
}
