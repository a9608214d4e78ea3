import { allowedActions, type FollowUpAction, isVoidWindowOver } from '#domain/follow-up.ts'
import { methodName } from '#domain/payment-methods.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

/** Currently allowed actions (docs/reference/objects.md#transaction-record); `manage` decides again, under lock. */
export function allowedActionsOf(
  { providers, settings, clock }: Gateway,
  transaction: Transaction,
): readonly FollowUpAction[] {
  const voidWindowOver = isVoidWindowOver(transaction, settings.settlementDelaySeconds, clock.now())
  const provider = providers.get(transaction.processingResult.paymentProviderId ?? '')
  const means = provider?.capabilities[methodName(transaction.paymentMethod)]
  return allowedActions({ transaction, voidWindowOver }, means)
}
