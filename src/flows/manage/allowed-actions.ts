import { allowedActions, type FollowUpAction, isVoidWindowOver } from '#domain/follow-up.ts'
import { methodName } from '#domain/payment-methods.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

/**
 * What can be asked of a transaction at this moment (docs/reference/objects.md#transaction-record). `manage` decides
 * again, and may know more: what else is asked meanwhile, and how its account is set up.
 */
export function allowedActionsOf(
  { providers, settings, clock }: Gateway,
  transaction: Transaction,
): readonly FollowUpAction[] {
  const voidWindowOver = isVoidWindowOver(transaction, settings.settlementDelaySeconds, clock.now())
  const provider = providers.get(transaction.processingResult.paymentProviderId ?? '')
  const means = provider?.capabilities[methodName(transaction.paymentMethod)]
  return allowedActions({ transaction, voidWindowOver }, means)
}
