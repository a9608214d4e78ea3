import { RequestError } from '#domain/problem.ts'
import { showTerminals } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'

/** Result of a read, or undefined if it takes too long: the page then shows all else. */
export async function ifAvailable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof RequestError && error.kind === 'unavailable') return undefined
    throw error
  }
}

/** Names of a merchant's latest hundred terminals by their ids. */
export async function terminalNames(gateway: Gateway, merchantId: string): Promise<ReadonlyMap<string, string>> {
  const { items } = await showTerminals(gateway, merchantId, undefined, 100)
  return new Map(items.map(({ terminalId, name }) => [terminalId, name]))
}

export async function accountNames(gateway: Gateway, merchantId: string): Promise<ReadonlyMap<string, string>> {
  const accounts = await showAccountsInOrder(gateway, merchantId)
  return new Map(accounts.map(({ providerAccountId, name }) => [providerAccountId, name]))
}
