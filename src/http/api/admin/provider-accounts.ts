import { Type } from 'typebox'
import type { ProviderAccount } from '#domain/merchant.ts'
import { Secret } from '#domain/secret.ts'
import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import type { AccountHealth } from '#flows/admin/provider-account-health.ts'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import {
  changeProviderAccount,
  createProviderAccount,
  showProviderAccount,
  showProviderAccounts,
} from '#flows/admin/provider-accounts.ts'
import type { Circuit } from '#flows/circuits/circuit-breaker.ts'
import { Activity, Instant, ListOf, ListQuery, Name, NullableString } from '#interface/types.ts'
import type { LastCheck } from '#store/merchants/provider-account-checks.ts'
import { answer, get, patch, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { MerchantParams } from './merchants.ts'

const AccountSettings = Type.Record(Type.String(), Type.Unknown())

const GivenCredentials = Type.Record(
  Type.String({ minLength: 1, maxLength: 64 }),
  Type.String({ minLength: 1, maxLength: 8192 }),
  {
    maxProperties: 20,
    description: 'By name, as listed in the guide of the provider. Stored encrypted and never returned.',
  },
)

const Credentials = Type.Record(Type.String(), Type.Object({ fingerprint: Type.String(), updated_at: Instant }), {
  description: 'Names and creation times of the values.',
})

const CreateProviderAccountBody = Type.Object({
  provider: Type.String({ minLength: 1, maxLength: 64 }),
  name: Name,
  settings: Type.Optional(AccountSettings),
  credentials: Type.Optional(GivenCredentials),
})

const ChangeProviderAccountBody = Type.Object({
  name: Type.Optional(Name),
  status: Type.Optional(Activity),
  settings: Type.Optional(AccountSettings),
  credentials: Type.Optional(GivenCredentials),
  revoke_previous: Type.Optional(
    Type.Boolean({
      description: 'true: previous values become invalid immediately, including those that this request replaces.',
    }),
  ),
})

export const CircuitAnswer = Type.Object(
  {
    state: Type.Enum(['CLOSED', 'OPEN', 'HALF_OPEN']),
    consecutive_failures: Type.Integer(),
    opened_at: NullableString,
    next_probe_at: NullableString,
  },
  {
    title: 'Circuit',
    description: 'Single account only: an open circuit gets no payments, except one every ten seconds.',
  },
)

const ProviderAccountCheckAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    checked_at: Type.String({ format: 'date-time', description: 'When the check began.' }),
    problems: Type.Array(Type.String(), { description: 'One sentence each with what to do.' }),
  },
  { title: 'Provider account check' },
)

const LastCheckAnswer = Type.Union([ProviderAccountCheckAnswer, Type.Null()], {
  description: 'Single account only: result of the last check; null before the first.',
})

const ProviderAccountAnswer = Type.Object(
  {
    provider_account_id: Type.String(),
    merchant_id: Type.String(),
    provider: Type.String(),
    name: Type.String(),
    status: Activity,
    settings: AccountSettings,
    credentials: Credentials,
    circuit: Type.Optional(CircuitAnswer),
    last_check: Type.Optional(LastCheckAnswer),
    created_at: Instant,
  },
  { title: 'Provider account' },
)

const ProviderAccountList = ListOf(ProviderAccountAnswer)

const ProviderAccountParams = Type.Object({ id: Type.String({ description: 'Provider account id.' }) })

export function providerAccountView(account: ProviderAccount, health?: AccountHealth) {
  return {
    provider_account_id: account.providerAccountId,
    merchant_id: account.merchantId,
    provider: account.provider,
    name: account.name,
    status: account.status,
    settings: account.settings,
    credentials: credentialsView(account.credentials),
    ...(health && healthView(health)),
    created_at: account.createdAt.toISOString(),
  }
}

/** Names and times of credentials, never their values. */
function credentialsView(credentials: ProviderAccount['credentials']) {
  const shown = Object.entries(credentials).map(([name, { fingerprint, updatedAt }]) => {
    return [name, { fingerprint, updated_at: new Date(updatedAt).toISOString() }]
  })
  return Object.fromEntries(shown)
}

function healthView({ circuit, lastCheck }: AccountHealth) {
  return { circuit: circuitView(circuit), last_check: lastCheck && checkView(lastCheck) }
}

function checkView({ checkedAt, problems }: LastCheck) {
  return { ok: problems.length === 0, checked_at: checkedAt.toISOString(), problems }
}

export function circuitView({ state, failures, openedAt, probeAt }: Circuit) {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return { state, consecutive_failures: failures, opened_at: iso(openedAt), next_probe_at: iso(probeAt) }
}

const ADMIN = { guard: 'operator', tag: 'Admin: provider accounts' } as const

export const createProviderAccountRoute = post('/admin/merchants/:id/provider-accounts', {
  ...ADMIN,
  operation: 'adminCreateProviderAccount',
  summary: "Open a merchant's account with a provider",
  params: MerchantParams,
  body: CreateProviderAccountBody,
  answers: { 201: ProviderAccountAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const { provider, name, settings = {}, credentials = {} } = body
    const wanted = { provider, name, settings, credentials: secretly(credentials) }
    const created = await createProviderAccount(gateway, actor, params.id, wanted)
    return answer(providerAccountView(created), 201)
  },
})

export const listProviderAccountsRoute = get('/admin/merchants/:id/provider-accounts', {
  ...ADMIN,
  operation: 'adminListProviderAccounts',
  summary: 'List the provider accounts of a merchant',
  params: MerchantParams,
  query: ListQuery,
  answers: { 200: ProviderAccountList },
  handle: async (gateway, { params, query }) => {
    const page = await showProviderAccounts(gateway, params.id, positionOf(query), limitOf(query))
    return answer(listView(page, providerAccountView))
  },
})

export const showProviderAccountRoute = get('/admin/provider-accounts/:id', {
  ...ADMIN,
  operation: 'adminShowProviderAccount',
  summary: 'Show a provider account',
  params: ProviderAccountParams,
  answers: { 200: ProviderAccountAnswer },
  handle: async (gateway, { params }) => {
    const account = await showProviderAccount(gateway, params.id)
    return answer(providerAccountView(account, await healthOf(gateway, account)))
  },
})

export const changeProviderAccountRoute = patch('/admin/provider-accounts/:id', {
  ...ADMIN,
  operation: 'adminChangeProviderAccount',
  summary: 'Update a provider account',
  params: ProviderAccountParams,
  body: ChangeProviderAccountBody,
  answers: { 200: ProviderAccountAnswer },
  handle: async (gateway, { actor, params, body }) => {
    const { credentials, revoke_previous: revokePrevious, ...plain } = body
    const wanted = { ...plain, credentials: credentials && secretly(credentials), revokePrevious }
    const changed = await changeProviderAccount(gateway, actor, params.id, wanted)
    return answer(providerAccountView(changed, await healthOf(gateway, changed)))
  },
})

export const checkProviderAccountRoute = post('/admin/provider-accounts/:id/check', {
  ...ADMIN,
  operation: 'adminCheckProviderAccount',
  summary: 'Check the credentials of an account with the provider',
  params: ProviderAccountParams,
  answers: { 200: ProviderAccountCheckAnswer },
  handle: async (gateway, { params }) => answer(checkView(await checkProviderAccount(gateway, params.id))),
})

function secretly(given: Readonly<Record<string, string>>): Readonly<Record<string, Secret<string>>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, new Secret(value.trim())]))
}
