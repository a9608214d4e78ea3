import { subscribedTypes } from '#domain/event-types.ts'
import { type ListName, namesPerson } from '#domain/list-entry.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { invalid } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { ListLineSchema } from '#interface/list-entry.ts'
import { providerAccountChangeOf, providerAccountOf } from '#interface/provider-account.ts'
import { readBody } from '#interface/read.ts'
import { terminalChangeOf } from '#interface/terminal.ts'
import { isSimulator } from '#simulators/registry.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { changeProviderAccount, createProviderAccount } from '../admin/provider-accounts.ts'
import { changeTerminal, createTerminal, withLimit } from '../admin/terminals.ts'
import { readListValue } from '../payment/authorize/list-values.ts'
import { sealCredential } from '../provider-calls/credentials.ts'
import { addListEntry, type ListEntry, removeListEntry } from '../rules/lists.ts'
import * as webhooks from '../webhook-endpoints/index.ts'
import { accountId, accountName, endpointName, terminalId, withoutQuery } from './names.ts'
import { accountView, endpointView, entryView, terminalView } from './read-configuration.ts'
import type { ListKind, Run } from './synchronize.ts'

type Part<List extends 'provider_accounts' | 'terminals' | 'webhook_endpoints'> = NonNullable<
  MerchantConfiguration[List]
>[number]
type AccountPart = Part<'provider_accounts'>
type EntryPart = NonNullable<NonNullable<MerchantConfiguration['lists']>[ListName]>[number]

export function accountKind({ gateway, actor, merchantId, named }: Run): ListKind<AccountPart, ProviderAccount> {
  /** Values that are not the stored ones, by their keyed fingerprints. @throws RequestError `invalid` if none is stored */
  const changed = (account: ProviderAccount, given: AccountPart['credentials'] = {}) =>
    Object.entries(given).flatMap(([name, value]): [string, string][] => {
      const stored = account.credentials[name]?.fingerprint
      if (value === null && stored === undefined) throw invalid(`credentials.${name}`, 'No value is stored; give one.')
      if (value === null) return []
      const { fingerprint } = sealCredential(gateway.vault, account, name, new Secret(value.trim()))
      return fingerprint === stored ? [] : [[name, value]]
    })
  return {
    ...{ kind: 'provider account', place: 'provider_accounts', nameOf: accountName, present: named.accounts },
    view: (account) => ({ ...accountView(account), credentials: [] }),
    wanted: ({ credentials, ...part }, account) => ({
      ...part,
      credentials: changed(account, credentials).map(([name]) => name),
    }),
    create: ({ credentials = {}, ...part }) => {
      const given = Object.entries(credentials).filter((one): one is [string, string] => one[1] !== null)
      const body = providerAccountOf({ ...part, credentials: Object.fromEntries(given) })
      return createProviderAccount(gateway, actor, merchantId, body)
    },
    change: (account, { credentials, ...fields }) => {
      const body = { ...fields, ...(credentials && { credentials: Object.fromEntries(changed(account, credentials)) }) }
      return changeProviderAccount(gateway, actor, account.providerAccountId, providerAccountChangeOf(body))
    },
    stays: ({ provider, providerAccountId: id, status }, name) => {
      if (isSimulator(provider) || status === 'INACTIVE') return true
      const user = [...named.terminals.values()].find(
        (terminal) => terminal.status === 'ACTIVE' && terminal.providerAccounts?.includes(id),
      )
      if (!user) return false
      throw invalid('', `Terminal ${user.name} uses ${name}, which is not here; add it, or change the terminal.`)
    },
  }
}

export function terminalKind({ gateway, actor, merchantId, named }: Run): ListKind<Part<'terminals'>, TerminalRecord> {
  /** @throws RequestError `invalid` for an unknown account */
  const read = ({ provider_accounts: names, ...part }: Part<'terminals'>) => {
    const ids = names?.map((name, index) => accountId(named, name, `provider_accounts.${index}`)) ?? names
    return terminalChangeOf({ ...part, ...(ids !== undefined && { provider_accounts: ids }) })
  }
  return {
    ...{ kind: 'terminal', place: 'terminals', nameOf: ({ name }) => name, present: named.terminals },
    view: (terminal) => terminalView(withLimit(gateway, terminal), named),
    wanted: (part) => ({ ...part, ...(part.three_ds && { three_ds: { networks: {}, ...part.three_ds } }) }),
    create: ({ status: _, ...part }) => createTerminal(gateway, actor, merchantId, { ...read(part), name: part.name }),
    change: ({ terminalId: id }, fields) => changeTerminal(gateway, actor, id, read(fields)),
  }
}

export function endpointKind(run: Run): ListKind<Part<'webhook_endpoints'>, webhooks.WebhookEndpoint> {
  const { gateway, actor, merchantId, named, issued } = run
  return {
    ...{ kind: 'webhook endpoint', place: 'webhook_endpoints', nameOf: endpointName, present: named.endpoints },
    view: (endpoint) => endpointView(endpoint, named),
    wanted: (part) => ({ ...part, ...(part.event_types && { event_types: subscribedTypes(part.event_types) }) }),
    create: async ({ url, terminal, event_types: eventTypes = null }) => {
      const wanted = { url, terminalId: terminal == null ? null : terminalId(named, terminal, 'terminal'), eventTypes }
      const created = await webhooks.createWebhookEndpoint(gateway, actor, merchantId, wanted, true)
      issued.push({
        kind: 'webhook endpoint',
        name: withoutQuery(endpointName({ url, terminal })),
        secret: created.secret,
      })
      return created.endpoint
    },
    change: ({ id }, { status, event_types: eventTypes }) =>
      webhooks.changeWebhookEndpoint(gateway, actor, merchantId, id, { status, eventTypes }),
    remove: ({ id }) => webhooks.removeWebhookEndpoint(gateway, actor, merchantId, id),
  }
}

/** Entries of a list by list, kind and value. @param now by the merchant's clock */
export function entryKind(
  { gateway, actor, merchantId }: Run,
  { list, entries, now }: { readonly list: ListName; readonly entries: readonly ListEntry[]; readonly now: Date },
): ListKind<EntryPart, ListEntry> {
  const change = { actor, merchantId, list }
  const save = (part: EntryPart) => addListEntry(gateway, change, readBody(ListLineSchema, part))
  return {
    ...{ kind: 'list entry', place: `lists.${list}` },
    /** @throws RequestError `invalid` for an invalid value, and for one that names a person */
    nameOf: ({ kind, value }) => {
      const read = readListValue(gateway, merchantId, kind, value)
      if ('message' in read) throw invalid('value', read.message)
      if (!namesPerson(read)) return `${list} ${read.match}`
      throw invalid('value', 'Values of persons are not in a configuration; add it to the list.')
    },
    present: new Map(entries.filter((entry) => entry.list === list).map((entry) => [`${list} ${entry.match}`, entry])),
    view: entryView,
    wanted: (part) => {
      const { reason, expiresAt } = readBody(ListLineSchema, part)
      return { reason, expires_at: expiresAt }
    },
    // An expired one would decide nothing.
    create: async (part) => (part.expires_at && new Date(part.expires_at) <= now ? undefined : save(part)),
    change: (_, __, part) => save(part),
    remove: ({ id }) => removeListEntry(gateway, change, id),
  }
}
