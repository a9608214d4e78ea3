import { inRoutingOrder } from '#domain/eligibility.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Circuit } from '#interface/provider-account.ts'
import { listAccountsInOrder } from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'

export interface AccountInOrder {
  readonly account: ProviderAccount
  readonly circuit: Circuit
}

/** Lists a merchant's accounts in the order in which a terminal tries them; without a terminal's order, oldest first. */
export async function showAccountsInOrder(
  gateway: Gateway,
  merchantId: string,
  order: readonly string[] | null = null,
): Promise<AccountInOrder[]> {
  const accounts = inRoutingOrder(order ?? [], await listAccountsInOrder(gateway.sql, merchantId))
  return Promise.all(accounts.map(async (account) => ({ account, circuit: await gateway.circuits.circuitOf(account) })))
}
