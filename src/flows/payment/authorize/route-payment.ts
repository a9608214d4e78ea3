import type { ProviderAccount } from '#domain/merchant.ts'
import { decideRouting, type RoutingDecision } from '#domain/rules/decide-routing.ts'
import { beginRouting } from '#domain/rules/routing.ts'
import type { Transaction } from '#domain/transaction.ts'
import { originalType } from '#domain/transaction-type.ts'
import type { ConfigSnapshot } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { paymentFacts } from './payment-facts.ts'
import type { PreparedPayment } from './record-intent.ts'

/** Accounts of a payment in order; without a plan if the merchant has no routing rules. */
type Route = Partial<RoutingDecision> & Pick<RoutingDecision, 'accounts'>

/** Orders accounts by routing rules (docs/reference/routing-rules.md). @param paymentMethod its name at terminals */
export async function routePayment(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  paymentMethod: string,
  payment: PreparedPayment & { readonly accounts: readonly ProviderAccount[] },
): Promise<Route> {
  const { config, rules } = snapshot
  if (rules.routing.version === 0) return { accounts: payment.accounts }
  const { transaction, instrument } = payment
  const facts = await paymentFacts(gateway, snapshot, paymentMethod, payment)
  const routed = { ...transaction, transactionType: originalType(transaction), paymentMethod, instrument, facts }
  return decideRouting(gateway, config, rules.routing, routed, payment.accounts)
}

/** Transaction with `data.routing`. @param asked undefined if no account can be called now */
export function withRouting(
  transaction: Transaction,
  { plan }: Route,
  asked: ProviderAccount | undefined,
): Transaction {
  if (!plan) return transaction
  return { ...transaction, data: { ...transaction.data, routing: beginRouting(plan, asked?.providerAccountId) } }
}
