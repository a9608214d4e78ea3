import { NO_CUSTOMER } from '#domain/customer.ts'
import { notFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Query, readStatus } from '#flows/transactions/index.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { maySeeCustomers, requireCustomers, terminalsOf } from '../../request/client-limits.ts'
import { transactionView } from './view.ts'

/** Shows a transaction within the limits of the caller (docs/reference/clients.md#permissions). */
export function viewFor(gateway: Gateway, caller: MerchantCaller, transaction: Transaction) {
  return transactionView(gateway, visibleTo(caller, transaction))
}

/** @throws RequestError `not-found` */
export async function showTransaction(gateway: Gateway, caller: MerchantCaller, id: string): Promise<Transaction> {
  const transaction = await readStatus(gateway, caller.merchantId, id)
  if (!transaction) throw notFound('transaction')
  return transaction
}

export async function rereadRecord(gateway: Gateway, caller: MerchantCaller, id: string) {
  return viewFor(gateway, caller, await showTransaction(gateway, caller, id))
}

export function visibleTo(caller: MerchantCaller, transaction: Transaction): Transaction {
  return maySeeCustomers(caller) ? transaction : { ...transaction, customer: NO_CUSTOMER, customerIp: null }
}

/** @throws RequestError `not-permitted` for a search by customer */
export function queryFor(caller: MerchantCaller, query: Query): Query {
  if (query.email !== undefined || query.customerId !== undefined) requireCustomers(caller)
  const narrow = { ...query, terminalIds: terminalsOf(caller) }
  return maySeeCustomers(caller) ? narrow : { ...narrow, withoutCustomers: true }
}
