import { draftExpiry, expiredAtProvider } from '#domain/authorization-expiry.ts'
import { newId } from '#domain/ids.ts'
import type { PartSum } from '#domain/normalize-part.ts'
import type { Transaction } from '#domain/transaction.ts'
import { eventsAfterTransaction } from '#events/further-events.ts'
import { transactionProcessed } from '#events/transaction-processed.ts'
import type { FinalExpiry } from '#store/transactions/expiries.ts'

/** Expiry of an authorization whose provider released the rest, with its events. @param parts as for `draftExpiry` */
export function finalExpiry(parent: Transaction, parts: readonly PartSum[], at: Date): FinalExpiry {
  const draft = draftExpiry(parent, parts, { id: newId('trx'), expiredBy: 'PROVIDER' }, at)
  const transaction = expiredAtProvider(draft)
  const event = { id: newId('evt'), text: transactionProcessed(transaction, parent.metadata) }
  return { transaction, event, further: eventsAfterTransaction(transaction) }
}
