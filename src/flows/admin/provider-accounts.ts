import type { Actor } from '#domain/actor.ts'
import { validateAuthorizationDays } from '#domain/authorization-expiry.ts'
import { validateFees } from '#domain/fees.ts'
import { newId } from '#domain/ids.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { invalid, orNotFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { Provider } from '#providers/port/provider.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  findProviderAccountUnscoped,
  insertProviderAccount,
  listProviderAccounts,
  updateProviderAccount,
} from '#store/merchants/provider-accounts.ts'
import { putCredentials, revokePreviousCredentials } from '#store/merchants/provider-credentials.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { sealCredential } from '../provider-calls/credentials.ts'
import { misplacedCredentials, problemsOfCredentials } from './credential-problems.ts'
import { pagedOfMerchant, showMerchant } from './merchants.ts'

type Settings = ProviderAccount['settings']

type Given = Readonly<Record<string, Secret<string>>>

interface NewAccount {
  readonly provider: string
  readonly name: string
  readonly settings: Settings
  readonly credentials: Given
}

interface AccountChange {
  readonly name?: string | undefined
  readonly status?: 'ACTIVE' | 'INACTIVE' | undefined
  readonly settings?: Settings | undefined
  /** Missing names keep their value. */
  readonly credentials?: Given | undefined
  /** Ends the rotation: the previous values stop counting, even if new ones are set now. */
  readonly revokePrevious?: boolean | undefined
}

/** @throws RequestError 404 for an unknown merchant, 422 for an unknown provider or invalid settings */
export async function createProviderAccount(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  wanted: NewAccount,
): Promise<ProviderAccount> {
  const merchant = await showMerchant(gateway, merchantId)
  const { settings, credentials } = wanted
  const required = requiredOf(gateway, wanted.provider)
  checkAccount(gateway, wanted.provider, { settings, merchantName: merchant.name }, credentials, required)
  const providerAccountId = newId('acc')
  const { provider, name } = wanted
  const deed = {
    actor,
    action: 'provider-account.created' as const,
    merchantId,
    subject: providerAccountId,
    changes: { provider, name, ...namesOf({ credentials }) },
  }
  const own = { provider, name, settings, providerAccountId, merchantId }
  return applyAdminChange(gateway, deed, async (sql) => {
    await insertProviderAccount(sql, own)
    await putOwn(gateway, sql, own, credentials)
    return shownAfter(sql, providerAccountId)
  })
}

/** @throws RequestError 404 */
export async function showProviderAccount(gateway: Gateway, id: string): Promise<ProviderAccount> {
  return orNotFound(await findProviderAccountUnscoped(gateway.sql, id), 'provider account')
}

export const showProviderAccounts = pagedOfMerchant(listProviderAccounts)

/** The audit log names only the changed settings and credentials. @throws RequestError 404, 422 */
export async function changeProviderAccount(
  gateway: Gateway,
  actor: Actor,
  id: string,
  wanted: AccountChange,
): Promise<ProviderAccount> {
  const { merchantId, provider } = await showProviderAccount(gateway, id)
  const { settings, credentials, ...plain } = wanted
  const named = settings && { settings, merchantName: (await showMerchant(gateway, merchantId)).name }
  checkAccount(gateway, provider, named, credentials ?? {}, [])
  const changes = { ...plain, ...namesOf({ settings, credentials }) }
  const deed = { actor, action: 'provider-account.changed' as const, merchantId, subject: id, changes }
  const change = async (sql: Sql) => {
    const changed = orNotFound(await updateProviderAccount(sql, id, wanted), 'provider account')
    await putOwn(gateway, sql, changed, credentials ?? {})
    if (wanted.revokePrevious) await revokePreviousCredentials(sql, merchantId, id)
    return shownAfter(sql, id)
  }
  return applyAdminChange(gateway, deed, change, { find: (sql) => shownAfter(sql, id) })
}

async function putOwn(
  { vault }: Gateway,
  sql: Sql,
  account: Pick<ProviderAccount, 'merchantId' | 'providerAccountId'>,
  given: Given,
): Promise<void> {
  const { merchantId, providerAccountId } = account
  const sealed = Object.entries(given).map(([name, value]) => sealCredential(vault, account, name, value))
  await putCredentials(sql, merchantId, providerAccountId, sealed)
}

async function shownAfter(sql: Sql, id: string): Promise<ProviderAccount> {
  const shown = await findProviderAccountUnscoped(sql, id)
  if (!shown) throw new Error(`Provider account ${id} is gone.`)
  return shown
}

function namesOf(given: { readonly settings?: object | undefined; readonly credentials?: object | undefined }) {
  const named = Object.entries(given).filter(([, values]) => values && Object.keys(values).length > 0)
  return Object.fromEntries(named.map(([field, values]) => [field, Object.keys(values!)]))
}

function requiredOf({ providers }: Gateway, name: string): readonly string[] {
  const table = providers.get(name)?.credentials ?? {}
  return Object.keys(table).filter((credential) => table[credential]!.required)
}

interface NamedSettings {
  readonly settings: Settings
  readonly merchantName: string
}

/** @param settings undefined if unchanged @throws RequestError 422 with every problem */
function checkAccount(
  gateway: Gateway,
  name: string,
  settings: NamedSettings | undefined,
  credentials: Given,
  required: readonly string[],
): void {
  const provider = gateway.providers.get(name)
  if (!provider) throw invalid('provider', 'Use a supported provider.', ...gateway.providers.keys())
  const problems = [
    ...(settings ? problemsOfSettings(provider, settings) : []),
    ...problemsOfCredentials(provider, credentials, required),
  ]
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

function problemsOfSettings(provider: Provider, { settings, merchantName }: NamedSettings): readonly Problem[] {
  return [
    ...validateFees(settings),
    ...validateAuthorizationDays(settings),
    ...misplacedCredentials(provider, settings),
    ...provider.checkSettings(settings, merchantName),
    ...cardNumbersAmong(settings),
  ]
}

/** Acquirers' merchant and terminal numbers are at most as long as a phone number. */
function cardNumbersAmong(settings: Settings): Problem[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    cardNumberProblems(`settings.${name}`, `${name} ${JSON.stringify(value)}`, true),
  )
}
