import type { ProviderAccount } from '#domain/merchant.ts'
import { invalid } from '#domain/problem.ts'
import { MOST_OF_A_KIND } from '#interface/configuration.ts'
import { listAccountsInOrder } from '#store/merchants/provider-accounts.ts'
import { listTerminals, type TerminalRecord as Terminal } from '#store/merchants/terminals.ts'
import type { Gateway } from '../gateway.ts'
import { showWebhookEndpoints, type WebhookEndpoint } from '../webhook-endpoints/index.ts'

/** Objects of a merchant by their names in a configuration. */
export interface Named {
  readonly accounts: Map<string, ProviderAccount>
  readonly terminals: Map<string, Terminal>
  readonly endpoints: Map<string, WebhookEndpoint>
}

/** @throws RequestError 404, `invalid` if two have one name or there are too many */
export async function readNamed(gateway: Gateway, merchantId: string): Promise<Named> {
  const accounts = nameAll('provider_accounts', await listAccountsInOrder(gateway.sql, merchantId), accountName)
  const all = await listTerminals(gateway.sql, merchantId, undefined, MOST_OF_A_KIND + 1)
  const terminals = nameAll('terminals', all, ({ name }) => name)
  const endpoints = (await showWebhookEndpoints(gateway, merchantId, undefined, MOST_OF_A_KIND + 1)).items
  const keyOf = (one: WebhookEndpoint) => endpointName(one.url, nameOf(terminals, one.terminalId))
  return { accounts, terminals, endpoints: nameAll('webhook_endpoints', endpoints, keyOf) }
}

function nameAll<T>(property: string, items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  if (items.length > MOST_OF_A_KIND) {
    throw invalid(property, `A configuration can have ${MOST_OF_A_KIND} of a kind.`, String(MOST_OF_A_KIND))
  }
  const named = new Map<string, T>()
  for (const item of items) {
    const name = keyOf(item)
    if (named.has(name)) throw invalid(property, `Two of them have the name ${withoutQuery(name)}; rename one.`)
    named.set(name, item)
  }
  return named
}

/** Hides the query of a URL, which may have a secret. */
export const withoutQuery = (name: string) => name.replace(/\?[^ ]*/, '?…')

export const accountName = ({ provider, name }: { readonly provider: string; readonly name: string }) =>
  `${provider}/${name}`

/** URL, and terminal if there is one. */
export const endpointName = (url: string, terminal: string | null | undefined) =>
  terminal == null ? url : `${url} of ${terminal}`

export function nameOf(terminals: Named['terminals'], id: string | null): string | null {
  return [...terminals.values()].find(({ terminalId }) => terminalId === id)?.name ?? null
}

/** Requires the ID of a name. @throws RequestError `invalid` without one */
export function required(kind: string, name: unknown, id: string | undefined, property = ''): string {
  if (id !== undefined) return id
  throw invalid(property, `No ${kind} has the name ${JSON.stringify(name)}; add it, or remove it here.`)
}
