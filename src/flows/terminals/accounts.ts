import type { ProviderAccount } from '#domain/merchant.ts'
import { listAccountsInOrder } from '#store/merchants/provider-accounts.ts'
import type { Gateway } from '../gateway.ts'
import type { Circuit } from '../provider-calls/circuit-breaker.ts'

/** An account as it is tried, with the state of its circuit. */
export interface AccountInOrder {
  readonly account: ProviderAccount
  readonly circuit: Circuit
}

/** A merchant's accounts in the order in which they are tried where a terminal names none. */
export async function showAccountsInOrder(gateway: Gateway, merchantId: string): Promise<AccountInOrder[]> {
  const accounts = await listAccountsInOrder(gateway.sql, merchantId)
  return Promise.all(accounts.map(async (account) => ({ account, circuit: await gateway.circuits.circuitOf(account) })))
}
