import type { ResolvedPayment } from '#domain/eligibility.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { decideRouting, type RoutingDecision } from '#domain/rules/decide-routing.ts'
import type { Facts } from '#domain/rules/facts.ts'
import { beginRouting } from '#domain/rules/routing.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

/** Accounts of a payment in the order in which they are asked; without a plan if the merchant has no routing rules. */
type Route = Partial<RoutingDecision> & Pick<RoutingDecision, 'accounts'>

/**
 * Orders the accounts of a payment by the merchant's routing rules (docs/reference/routing-rules.md).
 * @param accounts that may be charged, in the terminal's order
 */
export function routePayment(
  gateway: Gateway,
  config: TerminalConfig,
  payment: ResolvedPayment & Pick<Transaction, 'orderId'>,
  facts: () => Facts,
  accounts: readonly ProviderAccount[],
): Route {
  const set = config.rules.routing
  if (set.version === 0) return { accounts }
  return decideRouting(gateway, config, set, { ...payment, facts: facts() }, accounts)
}

/** The transaction with `data.routing`. @param asked undefined if no account can be asked now */
export function withRouting(
  transaction: Transaction,
  { plan }: Route,
  asked: ProviderAccount | undefined,
): Transaction {
  if (!plan) return transaction
  return { ...transaction, data: { ...transaction.data, routing: beginRouting(plan, asked?.providerAccountId) } }
}
