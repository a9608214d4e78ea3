import { orNotFound } from '#domain/problem.ts'
import { isFinal } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { latestAttemptOf, reconcile } from '../payment/inquiry/inquire.ts'

/** Query parameters as they came: each once, or several times. */
type Query = Readonly<Record<string, unknown>>

/**
 * The browser is back from a provider's page. What it says decides nothing: the provider is asked, and its connector is
 * handed the parameters that it declared. The page may be loaded any number of times, before the notice and after it.
 * @returns the transaction as it stands now
 * @throws RequestError 404
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

/** Printable ASCII as addresses carry it, and no longer than an address may be. */
const RETURNED = /^[\x21-\x7e]{1,2048}$/

/** The declared parameters; one that comes twice, or in another form, is left out. */
function returnedIn(query: Query, declared: readonly string[] = []): Readonly<Record<string, string>> {
  const found = declared.map((name) => [name, Object.hasOwn(query, name) ? query[name] : undefined] as const)
  const usable = found.filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string' && RETURNED.test(entry[1])
  })
  return Object.fromEntries(usable)
}
