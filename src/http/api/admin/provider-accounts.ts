import { Secret } from '#domain/secret.ts'
import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import {
  changeProviderAccount,
  createProviderAccount,
  showProviderAccount,
  showProviderAccounts,
} from '#flows/admin/provider-accounts.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import {
  ChangeProviderAccountBody,
  CreateProviderAccountBody,
  ListQuery,
  MerchantParams,
  ProviderAccountAnswer,
  ProviderAccountCheckAnswer,
  ProviderAccountList,
  ProviderAccountParams,
} from './schemas.ts'
import { checkView, providerAccountView } from './views.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: provider accounts' } as const

export const createProviderAccountRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/merchants/:id/provider-accounts',
  operation: 'adminCreateProviderAccount',
  summary: "Open a merchant's account with a provider",
  params: MerchantParams,
  body: CreateProviderAccountBody,
  answers: { 201: ProviderAccountAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const { provider, name, settings = {}, credentials = {} } = body
    const wanted = { provider, name, settings, credentials: secretly(credentials) }
    const created = await createProviderAccount(gateway, actor, params.id, wanted)
    return { status: 201, json: providerAccountView(created) }
  },
})

export const listProviderAccountsRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/merchants/:id/provider-accounts',
  operation: 'adminListProviderAccounts',
  summary: 'List the provider accounts of a merchant',
  params: MerchantParams,
  query: ListQuery,
  answers: { 200: ProviderAccountList },
  handle: async (gateway, { params, query }) => {
    const page = await showProviderAccounts(gateway, params.id, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, providerAccountView) }
  },
})

export const showProviderAccountRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/provider-accounts/:id',
  operation: 'adminShowProviderAccount',
  summary: 'Show a provider account',
  params: ProviderAccountParams,
  answers: { 200: ProviderAccountAnswer },
  handle: async (gateway, { params }) => {
    const account = await showProviderAccount(gateway, params.id)
    return { status: 200, json: providerAccountView(account, await healthOf(gateway, account)) }
  },
})

export const changeProviderAccountRoute = route({
  ...ADMIN,
  method: 'PATCH',
  path: '/admin/provider-accounts/:id',
  operation: 'adminChangeProviderAccount',
  summary: 'Update a provider account',
  params: ProviderAccountParams,
  body: ChangeProviderAccountBody,
  answers: { 200: ProviderAccountAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const { credentials, revoke_previous: revokePrevious, ...plain } = body
    const wanted = { ...plain, credentials: credentials && secretly(credentials), revokePrevious }
    const changed = await changeProviderAccount(gateway, actor, params.id, wanted)
    return { status: 200, json: providerAccountView(changed, await healthOf(gateway, changed)) }
  },
})

export const checkProviderAccountRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/provider-accounts/:id/check',
  operation: 'adminCheckProviderAccount',
  summary: 'Check the credentials of an account with the provider',
  params: ProviderAccountParams,
  answers: { 200: ProviderAccountCheckAnswer },
  handle: async (gateway, { params }) => {
    return { status: 200, json: checkView(await checkProviderAccount(gateway, params.id)) }
  },
})

function secretly(given: Readonly<Record<string, string>>): Readonly<Record<string, Secret<string>>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, new Secret(value)]))
}
