import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import {
  changeProviderAccount,
  createProviderAccount,
  showProviderAccount,
  showProviderAccounts,
} from '#flows/admin/provider-accounts.ts'
import { MerchantParams } from '#interface/merchant.ts'
import {
  ProviderAccountBody,
  ProviderAccountChangeBody,
  ProviderAccountCheck,
  ProviderAccountParams,
  ProviderAccountRecord,
  providerAccountChangeOf,
  providerAccountOf,
} from '#interface/provider-account.ts'
import { ListQuery } from '#interface/types.ts'
import { get, patch, post } from '../../route.ts'
import { limitOf, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: provider accounts' } as const

export const createProviderAccountRoute = post('/admin/merchants/:id/provider-accounts', {
  ...ADMIN,
  operation: 'adminCreateProviderAccount',
  summary: "Open a merchant's account with a provider",
  params: MerchantParams,
  body: ProviderAccountBody,
  creates: ProviderAccountRecord,
  handle: (gateway, { actor, params, body }) =>
    createProviderAccount(gateway, actor, params.id, providerAccountOf(body)),
})

export const listProviderAccountsRoute = get('/admin/merchants/:id/provider-accounts', {
  ...ADMIN,
  operation: 'adminListProviderAccounts',
  summary: 'List the provider accounts of a merchant',
  params: MerchantParams,
  query: ListQuery,
  lists: ProviderAccountRecord,
  handle: (gateway, { params, query }) => showProviderAccounts(gateway, params.id, positionOf(query), limitOf(query)),
})

export const showProviderAccountRoute = get('/admin/provider-accounts/:id', {
  ...ADMIN,
  operation: 'adminShowProviderAccount',
  summary: 'Show a provider account',
  params: ProviderAccountParams,
  shows: ProviderAccountRecord,
  handle: async (gateway, { params }) => {
    const account = await showProviderAccount(gateway, params.id)
    return { ...account, ...(await healthOf(gateway, account)) }
  },
})

export const changeProviderAccountRoute = patch('/admin/provider-accounts/:id', {
  ...ADMIN,
  operation: 'adminChangeProviderAccount',
  summary: 'Update a provider account',
  params: ProviderAccountParams,
  body: ProviderAccountChangeBody,
  shows: ProviderAccountRecord,
  handle: async (gateway, { actor, params, body }) => {
    const changed = await changeProviderAccount(gateway, actor, params.id, providerAccountChangeOf(body))
    return { ...changed, ...(await healthOf(gateway, changed)) }
  },
})

export const checkProviderAccountRoute = post('/admin/provider-accounts/:id/check', {
  ...ADMIN,
  operation: 'adminCheckProviderAccount',
  summary: 'Check the credentials of an account with the provider',
  params: ProviderAccountParams,
  shows: ProviderAccountCheck,
  handle: (gateway, { params }) => checkProviderAccount(gateway, params.id),
})
