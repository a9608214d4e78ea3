import { inRoutingOrder } from '#domain/eligibility.ts'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { listAccountsInOrder } from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'

/** Lists a merchant's accounts in the order in which a terminal tries them; without a terminal's order, oldest first. */
export async function showAccountsInOrder(
  gateway: Gateway,
  merchantId: string,
  order: readonly string[] | null = null,
): Promise<AccountWithCircuit[]> {
  const accounts = inRoutingOrder(order ?? [], await listAccountsInOrder(gateway.sql, merchantId))
  return Promise.all(
    accounts.map(async (account) => ({ ...account, circuit: await gateway.circuits.circuitOf(account) })),
  )
}
