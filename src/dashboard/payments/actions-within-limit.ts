import type { FollowUpAction } from '#domain/follow-up.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'

/** Actions on a payment within a user's limit, so that no button leads to a refusal. @param limit null: none */
export function actionsWithinLimit(
  gateway: Gateway,
  transaction: Transaction,
  limit: bigint | null,
): readonly FollowUpAction[] {
  const allowed = allowedActionsOf(gateway, transaction)
  if (limit === null) return allowed
  return allowed.filter((action) => (action === 'void' ? transaction.amount <= limit : limit > 0n))
}
