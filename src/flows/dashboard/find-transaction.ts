import type { Actor } from '#domain/actor.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findMerchantNames } from '#store/merchants/merchants.ts'
import { findAnyTransaction, lookUpTransactions } from '../admin/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { auditPlatformView, type Chooser, chooseMerchant } from './choose-merchant.ts'

export interface FoundTransaction {
  readonly transaction: Transaction
  readonly merchantName: string
}

/** Searches all merchants for a platform person, newest first; audits the search with each matching merchant before. */
export async function findForPlatform(
  gateway: Gateway,
  actor: Actor,
  { typed, path }: { readonly typed: string; readonly path: string },
): Promise<readonly FoundTransaction[]> {
  const found = await lookUpTransactions(gateway, typed)
  const merchantIds = [...new Set(found.map(({ merchantId }) => merchantId))]
  for (const merchantId of merchantIds) await auditPlatformView(gateway, actor, merchantId, path)
  const names = await findMerchantNames(gateway.sql, merchantIds)
  return found.map((transaction) => ({ transaction, merchantName: names.get(transaction.merchantId)! }))
}

/** Switches a session to the merchant of a transaction. @throws RequestError `not-found` for an unknown ID */
export async function chooseMerchantOf(gateway: Gateway, actor: Actor, chooser: Chooser, id: string): Promise<void> {
  const { merchantId } = await findAnyTransaction(gateway, id)
  await chooseMerchant(gateway, actor, chooser, merchantId)
}
