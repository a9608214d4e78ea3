import { Type } from 'typebox'
import type { CredentialTable } from '#domain/credentials.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import { changeProviderAccount, createProviderAccount, showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { ProviderAccountParams } from '#interface/provider-account.ts'
import { Name } from '#interface/types.ts'
import { validated } from '../shell/form-action.ts'
import { QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { successMessages } from '../shell/success-messages.ts'
import { providersPage } from './list-page.ts'
import { newProviderPage, providerPage } from './page.ts'

const PATH = '/dashboard/providers'

const READ = { method: 'GET', guard: 'person', permission: 'platform.read' } as const
const MANAGE = { guard: 'person', permission: 'providers.manage' } as const

/** Credentials have names of the provider's own, `credentials.<name>`. */
const AccountBody = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 }))

const addressOf = (id: string, done: string) => `${PATH}/${encodeURIComponent(id)}?done=${done}`

/** An account of the merchant that was chosen; another one's is unknown until that is. */
async function ownAccount(gateway: Gateway, caller: PersonCaller, id: string) {
  const account = await showProviderAccount(gateway, id)
  if (account.merchantId !== requireMerchant(caller)) throw notFound('provider account')
  return account
}

function declared({ providers }: Gateway, name: string): CredentialTable {
  const provider = providers.get(name)
  if (!provider) throw notFound('provider')
  return provider.credentials
}

const providersRoute = route({
  ...READ,
  path: PATH,
  summary: 'Providers',
  handle: async (gateway, { caller }) => {
    const { merchantId } = caller
    const [accounts, openCircuits] = await Promise.all([
      merchantId === null ? null : showAccountsInOrder(gateway, merchantId),
      gateway.circuits.openAccounts(),
    ])
    const providers = [...gateway.providers.values()].map(({ name, capabilities }) => ({
      name,
      methods: Object.keys(capabilities),
    }))
    return providersPage(caller, { accounts, openCircuits, providers })
  },
})

const newRoute = route({
  ...MANAGE,
  method: 'GET',
  path: `${PATH}/new`,
  summary: 'Form for a new provider account',
  query: Type.Object({ provider: QueryText }),
  handle: async (gateway, { caller, query: { provider = '' } }) => {
    requireMerchant(caller)
    const form = { name: provider, settings: '{}', credentials: declared(gateway, provider), isNew: true }
    return newProviderPage(caller, { provider, form })
  },
})

const createRoute = route({
  ...MANAGE,
  method: 'POST',
  path: `${PATH}/new`,
  summary: 'Add a provider account',
  body: AccountBody,
  again: (gateway, { caller, body: { provider = '', name = '', settings = '' } }, problems) => {
    const form = { name, settings, credentials: declared(gateway, provider), isNew: true }
    return newProviderPage(caller, { provider, form, problems })
  },
  handle: async (gateway, { caller, actor, body }) => {
    const { provider = '', settings = '' } = body
    const credentials = given(declared(gateway, provider), body)
    const wanted = { provider, name: nameIn(gateway, body), settings: settingsOf(settings), credentials }
    const { providerAccountId } = await createProviderAccount(gateway, actor, requireMerchant(caller), wanted)
    return { status: 303, location: addressOf(providerAccountId, 'created') }
  },
})

const doneWith = successMessages({
  created: 'Account added. Check it, then add it to a terminal’s routing.',
  saved: 'Saved. Applies to all new requests.',
  checked: 'Check complete. See the result below.',
})

async function oneView(gateway: Gateway, caller: PersonCaller, id: string, transactionId?: string) {
  const account = await ownAccount(gateway, caller, id)
  const { merchantId, name, settings, provider } = account
  const items = transactionId === undefined ? [] : await showProviderExchanges(gateway, merchantId, transactionId)
  return {
    account,
    health: await healthOf(gateway, account),
    form: {
      name,
      settings: JSON.stringify(settings, null, 2),
      credentials: gateway.providers.get(provider)?.credentials ?? {},
      isNew: false,
    },
    exchanges: transactionId === undefined ? null : { transactionId, items },
  }
}

const providerRoute = route({
  ...READ,
  path: `${PATH}/:id`,
  summary: 'A provider account',
  params: ProviderAccountParams,
  query: Type.Object({ done: QueryText, transaction_id: QueryText }),
  handle: async (gateway, { caller, params: { id }, query }) => {
    const view = await oneView(gateway, caller, id, trimOrUndefined(query.transaction_id))
    return providerPage(caller, { ...view, done: doneWith(query.done) })
  },
})

const saveRoute = route({
  ...MANAGE,
  method: 'POST',
  path: `${PATH}/:id`,
  summary: 'Change a provider account',
  params: ProviderAccountParams,
  body: AccountBody,
  again: async (gateway, { caller, params, body: { name = '', settings = '' } }, problems) => {
    const view = await oneView(gateway, caller, params.id)
    return providerPage(caller, { ...view, form: { ...view.form, name, settings }, problems })
  },
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    const { provider } = await ownAccount(gateway, caller, id)
    const { settings = '' } = body
    const credentials = given(declared(gateway, provider), body)
    const changes = { name: nameIn(gateway, body), settings: settingsOf(settings), credentials }
    await changeProviderAccount(gateway, actor, id, changes)
    return { status: 303, location: addressOf(id, 'saved') }
  },
})

const checkRoute = route({
  ...MANAGE,
  method: 'POST',
  path: `${PATH}/:id/check`,
  summary: 'Check the credentials of a provider account',
  params: ProviderAccountParams,
  handle: async (gateway, { caller, params: { id } }) => {
    await ownAccount(gateway, caller, id)
    await checkProviderAccount(gateway, id)
    return { status: 303, location: addressOf(id, 'checked') }
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  route({
    ...MANAGE,
    method: 'POST',
    path: `${PATH}/:id/${does}`,
    summary: `${does === 'deactivate' ? 'Deactivate' : 'Activate'} a provider account`,
    params: ProviderAccountParams,
    handle: async (gateway, { caller, actor, params: { id } }) => {
      await ownAccount(gateway, caller, id)
      await changeProviderAccount(gateway, actor, id, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
      return { status: 303, location: addressOf(id, 'saved') }
    },
  }),
)

function nameIn(gateway: Gateway, { name = '' }: Readonly<Record<string, string>>): string {
  return validated(gateway, Type.Object({ name: Name }), { name: name.trim() }).name
}

function settingsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw invalid('settings', 'Enter a JSON object, for example {}.')
}

/** The credentials that were typed; one that was left empty stays as it is. */
function given(table: CredentialTable, body: Readonly<Record<string, string>>): Record<string, Secret<string>> {
  const typedOnes = Object.keys(table).map((name) => [name, body[`credentials.${name}`]?.trim() ?? ''] as const)
  return Object.fromEntries(
    typedOnes.filter(([, value]) => value !== '').map(([name, value]) => [name, new Secret(value)]),
  )
}

export const providerRoutes = [
  providersRoute,
  newRoute,
  createRoute,
  providerRoute,
  saveRoute,
  checkRoute,
  ...switchRoutes,
]
