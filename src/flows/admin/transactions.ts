import { orNotFound } from '#domain/problem.ts'
import type { TimelineItem } from '#domain/timeline.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findByAnyId } from '#store/transactions/find-by-any-id.ts'
import type { Gateway } from '../gateway.ts'
import { readTimeline } from '../transactions/timeline.ts'

/** Transactions of any merchant that match a text, the newest 50 (docs/reference/admin.md#transactions). */
export function lookUpTransactions({ reads }: Gateway, typed: string): Promise<readonly Transaction[]> {
  return reads.readPrimary((sql) => findByAnyId(sql, typed.trim()))
}

/** Finds a transaction of any merchant. @throws RequestError `not-found` */
export async function findAnyTransaction(gateway: Gateway, id: string): Promise<Transaction> {
  const found = await lookUpTransactions(gateway, id)
  return orNotFound(
    found.find((one) => one.id === id),
    'transaction',
  )
}

/** @throws RequestError 404 for an unknown ID */
export async function readTimelineOfAny(gateway: Gateway, id: string): Promise<readonly TimelineItem[]> {
  const { merchantId } = await findAnyTransaction(gateway, id)
  return readTimeline(gateway, merchantId, id)
}
