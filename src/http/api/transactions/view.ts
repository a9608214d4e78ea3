import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'
import { TransactionRecord } from '#interface/transaction.ts'

export function transactionView(gateway: Gateway, transaction: Transaction) {
  return TransactionRecord.of({ ...transaction, allowedActions: allowedActionsOf(gateway, transaction) })
}
