import { invalid, RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { type MerchantConfiguration, MOST_OF_A_KIND } from '#interface/configuration.ts'
import { providerAccountChangeOf, providerAccountOf } from '#interface/provider-account.ts'
import { terminalChangeOf } from '#interface/terminal.ts'
import { isSimulator } from '#simulators/registry.ts'
import { changeProviderAccount, createProviderAccount } from '../admin/provider-accounts.ts'
import { changeTerminal, createTerminal, withLimit } from '../admin/terminals.ts'
import type { Gateway } from '../gateway.ts'
import { sealCredential } from '../provider-calls/credentials.ts'
import { problemsOfUrl } from '../webhook-endpoints/check-target.ts'
import * as webhooks from '../webhook-endpoints/index.ts'
import { at, forEach, note, type Run, sync } from './changes.ts'
import { accountName, endpointName, type Named, required, withoutQuery } from './named.ts'
import { accountView, endpointView, terminalView } from './read-configuration.ts'

type Accounts = NonNullable<MerchantConfiguration['provider_accounts']>
type Terminals = NonNullable<MerchantConfiguration['terminals']>
type Endpoints = NonNullable<MerchantConfiguration['webhook_endpoints']>

const keyOf = ({ url, terminal }: Endpoints[number]) => endpointName(url, terminal)

export async function applyAccounts(run: Run, { accounts }: Named, parts: Accounts): Promise<void> {
  const { gateway, actor, merchantId } = run
  await forEach('merchant.provider_accounts', parts, accountName, async ({ credentials = {}, ...part }, name) => {
    let account = accounts.get(name)
    const changed = changedCredentials(gateway, account, credentials)
    const view = (shown: NonNullable<typeof account>) => ({ ...accountView(shown), credentials: [] })
    await sync(run, {
      ...{ kind: 'provider account', name },
      wanted: { ...part, credentials: account ? Object.keys(changed) : [] },
      present: account && view(account),
      create: async () => {
        const body = providerAccountOf({ ...part, credentials: changed })
        account = await createProviderAccount(gateway, actor, merchantId, body)
        return view(account)
      },
      change: (fields: object) => {
        const body = { ...fields, ...('credentials' in fields && { credentials: changed }) }
        return changeProviderAccount(gateway, actor, account!.providerAccountId, providerAccountChangeOf(body))
      },
    })
    accounts.set(name, account!)
  })
}

/** Values that are not the stored ones, by their keyed fingerprints. @throws RequestError `invalid` if none is stored */
function changedCredentials(
  { vault }: Gateway,
  account: Parameters<typeof accountView>[0] | undefined,
  given: NonNullable<Accounts[number]['credentials']>,
): Record<string, string> {
  const changed = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const stored = account?.credentials[name]?.fingerprint
    if (value !== null) {
      const isStored = account && stored === sealCredential(vault, account, name, new Secret(value.trim())).fingerprint
      return isStored ? [] : [[name, value]]
    }
    if (stored === undefined) throw invalid(`credentials.${name}`, 'No value is stored; give one.')
    return []
  })
  return Object.fromEntries(changed)
}

export async function applyTerminals(run: Run, named: Named, parts: Terminals): Promise<void> {
  const { gateway, actor, merchantId } = run
  const nameOf = ({ name }: Terminals[number]) => name
  await forEach('merchant.terminals', parts, nameOf, async (part, name) => {
    const { status: _, ...settings } = part
    const { three_ds } = part
    let terminal = named.terminals.get(name)
    await sync(run, {
      ...{ kind: 'terminal', name },
      wanted: { ...part, ...(three_ds && { three_ds: { networks: {}, ...three_ds } }) },
      present: terminal && terminalView(withLimit(gateway, terminal), named),
      create: async () => {
        terminal = await createTerminal(gateway, actor, merchantId, { ...terminalChange(settings, named), name })
        return terminalView(terminal, named)
      },
      change: async (fields: Partial<Terminals[number]>) => {
        terminal = await changeTerminal(gateway, actor, terminal!.terminalId, terminalChange(fields, named))
      },
    })
    named.terminals.set(name, terminal!)
  })
}

/** @throws RequestError `invalid` for an unknown account */
function terminalChange(part: Partial<Terminals[number]>, { accounts }: Named) {
  const ids = part.provider_accounts?.map((name, index) =>
    required('provider account', name, accounts.get(name)?.providerAccountId, `provider_accounts.${index}`),
  )
  return terminalChangeOf({ ...part, ...(ids && { provider_accounts: ids }) })
}

/** @throws RequestError `invalid` on the URL of an endpoint that the merchant does not have yet */
export async function checkNewEndpoints(gateway: Gateway, merchantId: string | undefined, parts: Endpoints) {
  const read = async (id: string) => (await webhooks.showWebhookEndpoints(gateway, id, undefined, MOST_OF_A_KIND)).items
  const present = merchantId === undefined ? [] : await read(merchantId)
  const checks = parts.map(async ({ url }, index) => {
    const problems = present.some((endpoint) => endpoint.url === url) ? [] : await problemsOfUrl(gateway, url)
    return problems.map((problem) => ({ ...problem, property: `${index}.${problem.property}` }))
  })
  const problems = (await Promise.all(checks)).flat()
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

export async function applyEndpoints(run: Run, named: Named, parts: Endpoints): Promise<void> {
  const { gateway, actor, merchantId } = run
  await forEach('merchant.webhook_endpoints', parts, keyOf, async ({ terminal = null, ...part }, key) => {
    const terminalId = terminal && required('terminal', terminal, named.terminals.get(terminal)?.terminalId, 'terminal')
    const name = withoutQuery(key)
    let endpoint = named.endpoints.get(key)
    await sync(run, {
      ...{ kind: 'webhook endpoint', name, wanted: part },
      present: endpoint && endpointView(endpoint, named),
      create: async () => {
        const wanted = { url: part.url, terminalId, eventTypes: part.event_types ?? null }
        const created = await webhooks.createWebhookEndpoint(gateway, actor, merchantId, wanted, true)
        run.issued.push({ kind: 'webhook endpoint', name, secret: created.secret })
        endpoint = created.endpoint
        return endpointView(endpoint, named)
      },
      change: ({ status, event_types: eventTypes }: Partial<Endpoints[number]>) =>
        webhooks.changeWebhookEndpoint(gateway, actor, merchantId, endpoint!.id, { status, eventTypes }),
    })
  })
}

/**
 * Removes endpoints that the given lists lack, then deactivates such terminals, then accounts but those of simulators.
 * @throws RequestError `invalid` if a terminal uses such an account
 */
export async function pruneObjects(run: Run, named: Named, wanted: MerchantConfiguration): Promise<void> {
  const { gateway, actor, merchantId } = run
  const { provider_accounts, terminals, webhook_endpoints } = wanted
  for (const [key, { id }] of others(named.endpoints, webhook_endpoints?.map(keyOf))) {
    await webhooks.removeWebhookEndpoint(gateway, actor, merchantId, id)
    note(run, { change: 'REMOVED', kind: 'webhook endpoint', name: withoutQuery(key), fields: [] })
  }
  const fields = [{ name: 'status', before: 'ACTIVE', after: 'INACTIVE' }]
  for (const [name, { terminalId, status }] of others(
    named.terminals,
    terminals?.map(({ name }) => name),
  )) {
    if (status === 'INACTIVE') continue
    named.terminals.set(name, await changeTerminal(gateway, actor, terminalId, { status: 'INACTIVE' }))
    note(run, { change: 'CHANGED', kind: 'terminal', name, fields })
  }
  for (const [name, { provider, providerAccountId: id, status }] of others(
    named.accounts,
    provider_accounts?.map(accountName),
  )) {
    if (isSimulator(provider) || status === 'INACTIVE') continue
    await at('merchant.provider_accounts', async () => checkUnused(named, name, id))
    await changeProviderAccount(gateway, actor, id, { status: 'INACTIVE' })
    note(run, { change: 'CHANGED', kind: 'provider account', name, fields })
  }
}

/** None without a list of names. */
function others<T>(present: ReadonlyMap<string, T>, names: readonly string[] | undefined): [string, T][] {
  return names ? [...present].filter(([name]) => !names.includes(name)) : []
}

function checkUnused({ terminals }: Named, name: string, id: string): void {
  const uses = ({
    status,
    providerAccounts,
  }: {
    readonly status: string
    providerAccounts: readonly string[] | null
  }) => status === 'ACTIVE' && providerAccounts?.includes(id)
  const user = [...terminals.values()].find(uses)
  if (!user) return
  throw invalid('', `Terminal ${user.name} uses ${name}, which is not here; add the account, or change the terminal.`)
}
