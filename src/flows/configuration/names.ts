import { parseExactly } from '#domain/exact-json.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { invalid } from '#domain/problem.ts'
import { isObject } from '#domain/rules/json.ts'
import { MOST_OF_A_KIND } from '#interface/configuration.ts'
import { listAccountsInOrder } from '#store/merchants/provider-accounts.ts'
import { listTerminals, type TerminalRecord } from '#store/merchants/terminals.ts'
import type { Gateway } from '../gateway.ts'
import { showWebhookEndpoints, type WebhookEndpoint } from '../webhook-endpoints/index.ts'

/** Objects of a merchant by their names in a configuration. */
export interface Named {
  readonly accounts: Map<string, ProviderAccount>
  readonly terminals: Map<string, TerminalRecord>
  readonly endpoints: Map<string, WebhookEndpoint>
}

/** @throws RequestError 404, `invalid` if two have one name or there are too many */
export async function readNamed(gateway: Gateway, merchantId: string): Promise<Named> {
  const limit = MOST_OF_A_KIND + 1
  const accounts = nameAll('provider_accounts', await listAccountsInOrder(gateway.sql, merchantId), accountName)
  const all = await listTerminals(gateway.sql, merchantId, undefined, limit)
  const terminals = nameAll('terminals', all, ({ name }) => name)
  const { items } = await showWebhookEndpoints(gateway, merchantId, undefined, limit)
  const nameOf = ({ url, terminalId }: WebhookEndpoint) =>
    endpointName({ url, terminal: nameIn(terminals, terminalId) })
  return { accounts, terminals, endpoints: nameAll('webhook_endpoints', items, nameOf) }
}

function nameAll<T>(property: string, items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  const tooMany = `A configuration can have ${MOST_OF_A_KIND} of a kind.`
  if (items.length > MOST_OF_A_KIND) throw invalid(property, tooMany, String(MOST_OF_A_KIND))
  const named = new Map<string, T>()
  for (const item of items) {
    const name = nameOf(item)
    if (named.has(name)) throw invalid(property, `Two of them have the name ${withoutQuery(name)}; rename one.`)
    named.set(name, item)
  }
  return named
}

export const accountName = ({ provider, name }: { readonly provider: string; readonly name: string }) =>
  `${provider}/${name}`

/** URL, and terminal if there is one. */
export const endpointName = ({ url, terminal }: { readonly url: string; readonly terminal?: string | null }) =>
  terminal == null ? url : `${url} of ${terminal}`

/** Hides the query of a URL, which may have a secret. */
export const withoutQuery = (name: string) => name.replace(/^(https?:[^? ]*)\?[^ ]*/i, '$1?…')

export function nameIn(terminals: Named['terminals'], id: string | null): string | null {
  return [...terminals.values()].find(({ terminalId }) => terminalId === id)?.name ?? null
}

/** @throws RequestError `invalid` for an unknown name */
export function accountId({ accounts }: Named, name: unknown, property = ''): string {
  return required('provider account', name, accounts.get(String(name))?.providerAccountId, property)
}

/** @throws RequestError `invalid` for an unknown name */
export function terminalId({ terminals }: Named, name: unknown, property = ''): string {
  return required('terminal', name, terminals.get(String(name))?.terminalId, property)
}

function required(kind: string, name: unknown, id: string | undefined, property: string): string {
  if (id !== undefined) return id
  throw invalid(property, `No ${kind} has the name ${JSON.stringify(name)}; add it, or remove it here.`)
}

/** Rules with names; a condition on a terminal that no longer exists keeps its ID. */
export function namesForIds<T>(rules: T, { accounts, terminals }: Named): T {
  const accountNames = new Map<unknown, string>([...accounts].map(([name, one]) => [one.providerAccountId, name]))
  const terminalNames = new Map<unknown, string>([...terminals].map(([name, one]) => [one.terminalId, name]))
  const account = (id: unknown) => accountNames.get(id) ?? id
  return exchange(rules, ['terminal_id', 'terminal'], (id) => terminalNames.get(id), account) as T
}

/** Rules with IDs. @throws RequestError `invalid` for an unknown name */
export function idsForNames(rules: unknown, named: Named): unknown {
  const [terminal, account] = [terminalId, accountId].map((idOf) => (name: unknown) => idOf(named, name))
  return exchange(rules, ['terminal', 'terminal_id'], terminal!, account!)
}

type Exchange = (value: unknown) => unknown

/** Exchanges what refers to objects in rules that may be invalid, which a later check reports. */
function exchange(rules: unknown, [from, to]: readonly [string, string], terminal: Exchange, account: Exchange) {
  const exchanged = JSON.stringify(rules, (key, value: unknown) => {
    if (key === 'account') return account(value)
    if (key === 'accounts' && Array.isArray(value)) return value.map(account)
    if (!isObject(value) || value.field !== from || value.value === undefined) return value
    const changed = Array.isArray(value.value) ? value.value.map(terminal) : terminal(value.value)
    return [changed].flat().includes(undefined) ? value : { ...value, field: to, value: changed }
  })
  return parseExactly(exchanged)
}
